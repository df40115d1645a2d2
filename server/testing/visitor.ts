import { Hono } from "hono";
import { newId } from "#server/base/ids.ts";
import { insertCompany } from "#server/companies/creating.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { connectListeners } from "#server/listeners.ts";
import { http } from "#server/testing/http.ts";
import { uploadsApp } from "#server/uploads/http.ts";
import { visitorApp } from "#server/visitors/http.ts";
import { adminPassword, adminPasswordHash } from "./company.ts";

/** The visitor's side alone, mounted as the whole app mounts it. */
export function visitorSide() {
  const app = new Hono();
  app.route("/widget/v1", visitorApp);
  app.route("/uploads", uploadsApp);
  app.onError((error) => {
    const { status, body } = errorBody(error, "test");
    return Response.json(body, { status });
  });
  return http(app);
}

let addresses = 0;

/** An address that the test has not used yet: limits count by address. */
export function freshAddress(): string {
  addresses += 1;
  return `198.51.${100 + Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

export async function plainCompany(name = "Acme") {
  connectListeners();
  const email = `${newId()}@example.com`;
  return insertCompany(
    { name, email, admin: { name: "Ada Admin", email, password: adminPassword } },
    adminPasswordHash,
  );
}

type Started = { token: string; visitor: { name: string; verified: boolean }; conversation: { id: string } | null };

/** A visitor's browser on one channel: a session and calls that carry its token. */
export async function visitorOn(channelId: string, session: Record<string, unknown> = {}, address = freshAddress()) {
  const side = visitorSide();
  const base = `/widget/v1/${channelId}`;
  const started = await side.post<Started>(`${base}/session`, session, { address });
  const { token } = started.body;
  const options = { address, headers: { authorization: `Bearer ${token}` } };
  return {
    side,
    base,
    token,
    address,
    options,
    started,
    get: <T>(path: string) => side.get<T>(`${base}${path}`, options),
    post: <T>(path: string, body: unknown) => side.post<T>(`${base}${path}`, body, options),
    /** Begins a conversation and gives its id. */
    begin: async (text = "hello") => {
      const message = { body: text, clientMessageId: newId() };
      const begun = await side.post<{ conversation: { id: string } }>(`${base}/conversations`, { message }, options);
      return begun.body.conversation.id;
    },
  };
}
