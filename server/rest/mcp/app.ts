import { type Context, Hono } from "hono";
import { AppError } from "#server/base/errors.ts";
import { env } from "#server/config/env.ts";
import { parseBody, readBody } from "#server/kit/rest/body.ts";
import type { Variables } from "#server/kit/rest/mount.ts";
import { routes } from "../routes.ts";
import type { Noted } from "./calling.ts";
import { type Choice, groupOf } from "./tools.ts";

type Request = Context<{ Variables: Variables }>;

/** Browsers are no clients here: a page elsewhere must not reach it by its reader's network (DNS rebinding). */
function assertOwnOrigin(origin: string | undefined): void {
  if (origin === undefined || origin === new URL(env.publicUrl).origin) return;
  throw new AppError("forbidden", { message: "Pages of other origins may not call this address." });
}

function choiceOf(c: Request): Choice {
  const readonly = c.req.query("readonly") ?? "";
  const asked = (c.req.query("groups") ?? "").split(",").filter(Boolean);
  const known = [...new Set(routes.map(({ tag }) => groupOf(tag)))];
  const unknown = asked.find((group) => !known.includes(group));
  if (unknown === undefined && ["", "0", "1", "true", "false"].includes(readonly)) {
    return {
      readonly: readonly === "1" || readonly === "true",
      ...(asked.length > 0 ? { groups: new Set(asked) } : {}),
    };
  }
  const field = unknown === undefined ? "readonly" : "groups";
  const message = unknown === undefined ? "readonly is 1 or 0." : `groups are of: ${known.join(", ")}.`;
  throw new AppError("validation_error", { message, details: [{ field, code: "invalid", message }] });
}

async function answer(c: Request): Promise<Response> {
  c.set("template", "/mcp");
  if (c.req.method !== "POST") throw new AppError("method_not_allowed", { extra: { allow: ["POST"] } });
  assertOwnOrigin(c.req.header("origin"));
  const choice = choiceOf(c);
  const message = parseBody(await readBody(c));
  if (Array.isArray(message)) throw new AppError("validation_error", { message: "Send one message in a request." });
  // The protocol's library is loaded when it is first used.
  const { answerMessage } = await import("./answering.ts");
  const note = ({ what, status, code }: Noted) => {
    c.set("template", `/mcp ${what}`);
    if (status !== undefined) c.set("outcome", status);
    if (code !== undefined) c.set("errorCode", code);
  };
  return answerMessage(c.req.raw, message, { actor: c.get("actor"), choice, requestId: c.get("requestId"), note });
}

/** The Model Context Protocol over Streamable HTTP: the operations of the REST API as tools, by the same tokens. */
export const mcpApp = new Hono<{ Variables: Variables }>().all("/", answer);
