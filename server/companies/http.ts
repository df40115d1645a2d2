import { Hono } from "hono";
import { AppError } from "#server/core/errors.ts";
import { parseInput } from "#server/core/input.ts";
import { errorBody } from "#server/rest/answer.ts";
import { parseBody, readBody } from "#server/rest/body.ts";
import { requestIdOf } from "#server/rest/request-id.ts";
import { isFromOwnPage } from "#server/trpc/same-origin.ts";
import { createFirstCompany, hasCompany } from "./first-run.ts";
import { newCompanyInput } from "./schema.ts";

/** POST /api/setup: the wizard of an empty installation. Nobody is signed in yet, so only our own page may ask. */
export const setupApp = new Hono();

setupApp.post("/", async (c) => {
  if (!isFromOwnPage(c.req.raw)) throw new AppError("forbidden", { message: "This request comes from another site." });
  const refused = new AppError("forbidden", { message: "Parley has been set up already. Sign in instead." });
  if (await hasCompany()) throw refused;
  const { planId: _planId, ...company } = parseInput(newCompanyInput, parseBody(await readBody(c)));
  const { companyId } = await createFirstCompany(company);
  return c.json({ companyId });
});

setupApp.onError((error, c) => {
  const requestId = requestIdOf(c.req.header("x-request-id"));
  const { status, body } = errorBody(error, requestId);
  return Response.json(body, { status, headers: { "x-request-id": requestId, "cache-control": "no-store" } });
});
