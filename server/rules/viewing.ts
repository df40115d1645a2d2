import type { z } from "zod";
import type { Rule } from "#server/db/generated/client.ts";
import type { ruleSchema } from "./schema.ts";

export function viewRule(rule: Rule): z.input<typeof ruleSchema> {
  const { companyId: _company, triggerType: _type, planned: _planned, ...shown } = rule;
  return { ...shown, enabledAt: rule.enabled ? rule.enabledAt : null };
}
