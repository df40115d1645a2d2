import { Hono } from "hono";
import { metricsApp } from "#server/health/metrics/http.ts";
import { readiness } from "#server/health/readiness.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { requestIdOf } from "#server/kit/rest/request-id.ts";

/** What a worker answers, where it listens at all: how it is, in words and in figures. */
export const workerApp = new Hono()
  .get("/health", () => Response.json({ status: "ok" }))
  .get("/health/ready", async () => Response.json(await readiness(), { headers: { "cache-control": "no-store" } }))
  .route("/metrics", metricsApp)
  .onError((error) => {
    const { status, body } = errorBody(error, requestIdOf(undefined));
    return Response.json(body, { status });
  });
