import { useTranslations } from "next-intl";
import { detailsOf, useRefusals } from "#components/companies/refusals.ts";
import { failureOf } from "#components/live/api.ts";
import { CallError } from "#components/live/trpc/call-error.ts";

/** Why the service refused a campaign, in a sentence. */
export function useCampaignRefusal(): (error: unknown) => string {
  const t = useTranslations("campaigns.refused");
  const refusals = useRefusals();
  return (error) => {
    const { code } = failureOf(error);
    const [first] = error instanceof CallError ? detailsOf(error.data) : [];
    if (first?.code === "invalid_csv") return t("csv");
    if (first?.code === "empty") return t("csvEmpty");
    if (first?.code === "too_many") return t("csvLong");
    if (code === "limit_reached") return t("long");
    if (first?.field === "audience.phoneColumn") return t("csvPhone");
    if (first?.field === "destination") return t("number");
    if (first?.field === "media.link") return t("file");
    if (first?.field.startsWith("variables")) return t("variable");
    if (first?.field === "scheduledAt") return t("time");
    if (code === "template_not_approved") return t("unapproved");
    if (code === "channel_not_connected" || code === "conflict") return t("unconnected");
    if (code === "plan_limit_reached") return t("plan");
    return refusals.sentence(error);
  };
}
