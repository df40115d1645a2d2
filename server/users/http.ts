import { Hono } from "hono";
import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import { addressOf, networkOfCaller } from "#server/core/caller.ts";
import { emailField } from "#server/core/fields.ts";
import { parseInput } from "#server/core/input.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { parseBody, readBody } from "#server/kit/rest/body.ts";
import { take } from "#server/kit/rest/limits.ts";
import { requestIdOf } from "#server/kit/rest/request-id.ts";
import { isFromOwnPage } from "#server/kit/trpc/same-origin.ts";
import { sendsMail } from "#server/mail/queueing.ts";
import { enter } from "#server/sessions/entering.ts";
import { acceptInvitation, invitationOf, openInvitation } from "./invitations/accepting.ts";
import { acceptInvitationInput } from "./invitations/schema.ts";
import { forgotten } from "./resets/asking.ts";
import { openReset, resetOf, resetPassword } from "./resets/resetting.ts";
import { passwordField } from "./schema.ts";

const attemptsPerMinute = 20;
const forgottenPerMinute = 5;

const tokenField = z.string().min(20).max(100);
const tokenInput = z.object({ token: tokenField });
const joinInput = acceptInvitationInput.pick({ name: true, password: true }).extend({ token: tokenField });
const resetInput = z.object({ token: tokenField, password: passwordField });
const forgottenInput = z.object({ email: emailField });

/** /api/accounts: what people do before they are signed in, from our own pages only. */
export const accountsApp = new Hono();

accountsApp.use("*", async (c, next) => {
  if (c.req.method !== "POST") throw new AppError("method_not_allowed", { extra: { allow: ["POST"] } });
  if (!isFromOwnPage(c.req.raw)) throw new AppError("forbidden", { message: "This request comes from another site." });
  if (!take(`accounts:${networkOfCaller(c)}`, attemptsPerMinute).ok) throw new AppError("rate_limited");
  await next();
  c.header("cache-control", "no-store");
});

/** Who is invited to what. Looking uses nothing up: mail programs open links too. */
accountsApp.post("/invitation", async (c) => {
  const { token } = parseInput(tokenInput, parseBody(await readBody(c)));
  const { actor, invitationId } = await invitationOf(token);
  return c.json(await openInvitation.execute(actor, { invitationId }));
});

accountsApp.post("/join", async (c) => {
  const { token, name, password } = parseInput(joinInput, parseBody(await readBody(c)));
  const { actor, invitationId, tokenHash } = await invitationOf(token);
  const { userId } = await acceptInvitation.execute(actor, { invitationId, tokenHash, name, password });
  const browser = { address: addressOf(c), userAgent: c.req.header("user-agent") ?? "" };
  const who = { companyId: actor.companyId, userId };
  for (const cookie of await enter(who, browser, c.req.header("cookie") ?? ""))
    c.header("set-cookie", cookie, { append: true });
  return c.json({});
});

/** The same answer at once, whether somebody has the address or nobody: what follows happens behind it. */
accountsApp.post("/forgotten", async (c) => {
  const { email } = parseInput(forgottenInput, parseBody(await readBody(c)));
  if (!take(`forgotten:${networkOfCaller(c)}`, forgottenPerMinute).ok) throw new AppError("rate_limited");
  if (sendsMail())
    forgotten(email, addressOf(c)).catch((error: unknown) =>
      log.error({ error }, "a link for a new password was not sent"),
    );
  return c.json({ mail: sendsMail() });
});

/** Whose link it is, or that it is dead: before a password is thought up for it. Looking uses nothing up. */
accountsApp.post("/reset-link", async (c) => {
  const { token } = parseInput(tokenInput, parseBody(await readBody(c)));
  const { actor, userId, tokenHash } = await resetOf(token);
  return c.json(await openReset.execute(actor, { userId, tokenHash }));
});

accountsApp.post("/reset", async (c) => {
  const { token, password } = parseInput(resetInput, parseBody(await readBody(c)));
  const { actor, userId, tokenHash } = await resetOf(token);
  return c.json(await resetPassword.execute(actor, { userId, tokenHash, password }));
});

accountsApp.onError((error, c) => {
  const requestId = requestIdOf(c.req.header("x-request-id"));
  const { status, body } = errorBody(error, requestId);
  return Response.json(body, { status, headers: { "x-request-id": requestId, "cache-control": "no-store" } });
});
