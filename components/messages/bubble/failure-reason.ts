import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { Message } from "#server/messages/schema.ts";

const known = [
  "130472",
  "131026",
  "131047",
  "131049",
  "131050",
  "131051",
  "131053",
  "130403",
  "190",
  "not_connected",
  "no_address",
] as const;

/** Why a message did not go out, in the reader's language where the reason is a known one. */
export function useFailureReason(): (message: Pick<Message, "failureReason" | "extra">) => string {
  const t = useTranslations("messages.failure");
  return useCallback(
    ({ failureReason, extra }) => {
      const code = known.find((one) => one === extra?.failureCode);
      return code ? t(`codes.${code}`) : failureReason || t("unknown");
    },
    [t],
  );
}
