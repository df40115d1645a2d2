import { newId } from "#server/base/ids.ts";
import { query } from "#server/core/operation.ts";
import { prisma } from "#server/db/prisma.ts";
import { readableIntegration } from "../access.ts";
import { sampleOf } from "../acts/sample.ts";
import { integrationIdInput, runSchema } from "../schema.ts";
import { attempt } from "./attempting.ts";
import { viewRuns } from "./listing.ts";

/**
 * POST /v1/integrations/{integrationId}/test: one attempt with made-up data, no retry, also while it is off. It calls
 * another server, which no transaction may wait for: so it is a query.
 */
export const testIntegration = query({
  name: "integrations.test",
  access: "websites_write",
  whileSeeing: "refused",
  input: integrationIdInput,
  output: runSchema,
  example: (given) => ({ integrationId: given.integrationId ?? "" }),
  async run({ actor, input, now: createdAt }) {
    const integration = await readableIntegration(actor, input.integrationId);
    const { companyId, id: integrationId } = integration;
    const id = newId();
    const about = { companyId, id, cause: "test" as const, attempt: 1, createdAt };
    const { ok, reason, message, calls } = await attempt(integration, about, () => sampleOf(actor, createdAt));
    const status = ok ? "succeeded" : reason === "nothing" ? "skipped" : "failed";
    const ended = { status, reason, message, finishedAt: createdAt, dueAt: createdAt } as const;
    const data = { ...about, integrationId, about: id, ...ended, calls: [...calls] };
    const run = await prisma.integrationRun.create({ data });
    const [view] = await viewRuns(actor, [run]);
    if (!view) throw new Error("one is viewed as one");
    return view;
  },
});
