import { Hono } from "hono";
import { z } from "zod";
import { AppError } from "#server/base/errors.ts";
import { networkOfCaller } from "#server/core/caller.ts";
import { parseInput } from "#server/core/input.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { parseBody, readBody } from "#server/kit/rest/body.ts";
import { take } from "#server/kit/rest/limits.ts";
import { requestIdOf } from "#server/kit/rest/request-id.ts";
import { isFromOwnPage } from "#server/kit/trpc/same-origin.ts";
import { switchTo } from "#server/sessions/several/wallet.ts";
import { companiesElsewhere } from "./elsewhere.ts";

/** A tab asks once a minute, and a network may have hundreds of them. */
const requestsPerMinute = 1200;
const switchInput = z.object({ companyId: z.string().max(64) });

/** /api/auth/elsewhere: a person's other companies in this browser, and going there. For our own pages. */
export const elsewhereApp = new Hono();

elsewhereApp.use("*", async (c, next) => {
  // What is only read no other page can read.
  if (c.req.method !== "GET" && !isFromOwnPage(c.req.raw))
    throw new AppError("forbidden", { message: "This request comes from another site." });
  if (!take(`elsewhere:${networkOfCaller(c)}`, requestsPerMinute).ok) throw new AppError("rate_limited");
  await next();
  c.header("cache-control", "private, no-store");
});

elsewhereApp.get("/", async (c) => c.json({ companies: await companiesElsewhere(c.req.header("cookie") ?? "") }));

elsewhereApp.post("/", async (c) => {
  const { companyId } = parseInput(switchInput, parseBody(await readBody(c)));
  const cookies = await switchTo(c.req.header("cookie") ?? "", companyId);
  if (!cookies) throw new AppError("not_found");
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
  return c.json({});
});

elsewhereApp.onError((error, c) => {
  const requestId = requestIdOf(c.req.header("x-request-id"));
  const { status, body } = errorBody(error, requestId);
  return Response.json(body, { status, headers: { "x-request-id": requestId, "cache-control": "no-store" } });
});
