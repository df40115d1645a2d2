import { z } from "zod";
import { query } from "#server/core/operation.ts";
import { readableRule, rulesOf } from "./access.ts";
import { ruleIdInput, ruleSchema } from "./schema.ts";
import { viewRule } from "./viewing.ts";

/** GET /v1/rules, in the order in which they are looked at. */
export const listRules = query({
  name: "rules.list",
  access: "websites_read",
  input: z.object({}),
  output: z.array(ruleSchema),
  example: () => ({}),
  run: async ({ actor }) => (await rulesOf(actor)).map(viewRule),
});

/** GET /v1/rules/{ruleId} */
export const readRule = query({
  name: "rules.get",
  access: "websites_read",
  input: ruleIdInput,
  output: ruleSchema,
  example: (given) => ({ ruleId: given.ruleId ?? "" }),
  run: async ({ actor, input }) => viewRule(await readableRule(actor, input.ruleId)),
});
