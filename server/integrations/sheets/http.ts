import { type Context, Hono } from "hono";
import { AppError } from "#server/base/errors.ts";
import { systemActor } from "#server/core/actor.ts";
import { networkOfCaller } from "#server/core/caller.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { take } from "#server/kit/rest/limits.ts";
import { requestIdOf } from "#server/kit/rest/request-id.ts";
import { integrationOfAddress } from "./authentication.ts";
import { readSheet } from "./reading.ts";

/** Addresses are guessed no faster than this by a network; a spreadsheet reads its own about once an hour. */
const requestsPerMinute = 120;
/** For one address, from wherever it is read. */
const readsPerMinute = 30;

/** For the holder of the address alone: no cache, no index of a search engine, no page beyond learns of it. */
const headers = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex, nofollow",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; sandbox",
};

/** One answer to all that is not there, so that nothing is learnt of it. */
const absent = () => new AppError("not_found", { message: "There is no such sheet." });

async function csvOf(file: string): Promise<string> {
  const found = file.endsWith(".csv") ? await integrationOfAddress(file.slice(0, -".csv".length)) : undefined;
  if (!found) throw absent();
  if (!take(`sheet:${found.id}`, readsPerMinute).ok) throw new AppError("rate_limited");
  const { csv } = await readSheet.execute(systemActor(found.companyId), { integrationId: found.id });
  if (csv === null) throw absent();
  return csv;
}

async function hand(c: Context): Promise<Response> {
  if (!take(`sheets:${networkOfCaller(c)}`, requestsPerMinute).ok) throw new AppError("rate_limited");
  const type = { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": 'attachment; filename="leads.csv"' };
  return new Response(await csvOf(c.req.param("file") ?? ""), { headers: { ...headers, ...type } });
}

/** GET /sheets/{token}.csv: the leads, for a spreadsheet that can send nothing but an address. */
export const sheetsApp = new Hono().get("/:file", hand);

sheetsApp.all("*", () => {
  throw absent();
});

sheetsApp.onError((error, c) => {
  const requestId = requestIdOf(c.req.header("x-request-id"));
  const { status, body } = errorBody(error, requestId);
  const wait: Record<string, string> = status === 429 ? { "retry-after": "60" } : {};
  return Response.json(body, { status, headers: { ...headers, ...wait, "x-request-id": requestId } });
});
