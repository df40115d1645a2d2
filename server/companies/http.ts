import { Hono } from "hono";
import { AppError } from "#server/base/errors.ts";
import { networkOfCaller } from "#server/core/caller.ts";
import { parseInput } from "#server/core/input.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { parseBody, readBody } from "#server/kit/rest/body.ts";
import { take } from "#server/kit/rest/limits.ts";
import { requestIdOf } from "#server/kit/rest/request-id.ts";
import { isFromOwnPage } from "#server/kit/trpc/same-origin.ts";
import { alreadySetUp, createFirstCompany, hasCompany } from "./first-run.ts";
import { newCompanyInput } from "./schema.ts";
import { isSetupCode, needsCode } from "./setup-code.ts";

const codesPerMinute = 10;

/** POST /api/setup: the wizard of an empty installation. There is no sign-in yet, so only our own page may call it. */
export const setupApp = new Hono();

/** Whether the installation can still be set up, and whether that takes the code from the log. */
setupApp.get("/", async (c) => {
  c.header("cache-control", "no-store");
  return c.json({ open: !(await hasCompany()), codeNeeded: needsCode(c.req.header("host")) });
});

setupApp.post("/", async (c) => {
  if (!isFromOwnPage(c.req.raw)) throw new AppError("forbidden", { message: "This request comes from another site." });
  if (await hasCompany()) throw alreadySetUp();
  const body = parseBody(await readBody(c));
  if (needsCode(c.req.header("host"))) checkCode(body, networkOfCaller(c));
  const { planId: _planId, ...company } = parseInput(newCompanyInput, body);
  const { companyId } = await createFirstCompany(company);
  return c.json({ companyId });
});

function checkCode(body: unknown, network: string): void {
  if (!take(`setup:${network}`, codesPerMinute).ok) throw new AppError("rate_limited");
  const given = typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
  if (isSetupCode(given)) return;
  const message = "Enter the set-up code that the server printed in its log when it started.";
  const code = given === undefined || given === "" ? "required" : "wrong_code";
  throw new AppError("validation_error", { message, details: [{ field: "code", code, message }] });
}

setupApp.onError((error, c) => {
  const requestId = requestIdOf(c.req.header("x-request-id"));
  const { status, body } = errorBody(error, requestId);
  return Response.json(body, { status, headers: { "x-request-id": requestId, "cache-control": "no-store" } });
});
