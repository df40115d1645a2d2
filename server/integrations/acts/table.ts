import type { ActingType, IntegrationType } from "../choices.ts";
import type { Act } from "./act.ts";
import { analyticsAct } from "./analytics.ts";
import { crmAct } from "./crm.ts";
import { emailAct } from "./email.ts";
import { webhookAct } from "./webhook.ts";

/** One row per type. */
const acts: Readonly<Record<ActingType, Act>> = {
  webhook: webhookAct,
  analytics: analyticsAct,
  crm: crmAct,
  email: emailAct,
};

export function actOf(type: IntegrationType): Act | undefined {
  return Object.entries(acts).find(([name]) => name === type)?.[1];
}
