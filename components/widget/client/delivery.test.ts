import { Hono } from "hono";
import sharp from "sharp";
import { afterEach, expect, it, vi } from "vitest";
import { hour, minute } from "#server/base/clock.ts";
import { ticks } from "#server/jobs/ticks.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { openPools } from "#server/testing/pools.ts";
import { freshAddress, plainCompany } from "#server/testing/visitor.ts";
import { visitorApp } from "#server/visitors/http.ts";
import type { VisitorMessage } from "#server/visitors/schema.ts";
import { type ChatState, Store, startState } from "./chat-state.ts";
import { Delivery } from "./delivery.ts";
import { VisitorApi } from "./visitor-api.ts";

openPools();

const app = new Hono();
app.route("/widget/v1", visitorApp);
app.onError((error) => {
  const { status, body } = errorBody(error, "test");
  return Response.json(body, { status });
});

afterEach(() => {
  vi.useRealTimers();
});

it("an image is uploaded anew for a message that was held until the server had swept it [found S9]", async () => {
  const { channelId } = await plainCompany();
  const env = { incoming: { socket: { remoteAddress: freshAddress() } } };
  const asked: string[] = [];
  let up = false;
  const api = new VisitorApi(channelId, async (path, init) => {
    asked.push(String(path).split("?")[0]?.split("/").at(-1) ?? "");
    if (!up && String(path).endsWith("/conversations")) return new Response("{}", { status: 502 });
    return app.request(String(path), init, env);
  });
  api.token = (await api.session({})).token;
  const accepted: VisitorMessage[] = [];
  const delivery = new Delivery(api, new Store<ChatState>(startState), (messages) => accepted.push(...messages));
  const points = { width: 40, height: 20, channels: 3, background: "#336699" } as const;
  const picture = await sharp({ create: points }).png().toBuffer();
  const createdAt = new Date().toISOString();
  const outgoing = {
    clientMessageId: "i-1",
    text: "",
    preview: "",
    fileName: "image.png",
    voice: false,
    quotedId: null,
    state: "sending",
    reason: null,
    createdAt,
  } as const;
  delivery.attach("i-1", new Blob([new Uint8Array(picture)]));
  await expect(delivery.deliver(outgoing)).rejects.toMatchObject({ status: 502 });
  await expect(delivery.deliver(outgoing)).rejects.toMatchObject({ status: 502 });
  expect(asked).toEqual(["session", "uploads", "conversations", "conversations"]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hour + minute });
  await ticks.find(({ name }) => name === "uploads.sweep")?.run();
  up = true;
  await delivery.deliver(outgoing);
  expect(asked.slice(4)).toEqual(["uploads", "conversations"]);
  expect(accepted.filter(({ type }) => type === "image")).toHaveLength(1);
});
