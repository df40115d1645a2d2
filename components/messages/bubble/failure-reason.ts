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
  "unconfirmed",
  "overtaken",
] as const;

/** Codes of one meaning for an agent: the account may not send now, and an administrator sees why; it may go later. */
const alike: Record<string, "restricted" | "busy"> = Object.fromEntries([
  ...["368", "131031", "130497", "131042"].map((code) => [code, "restricted"]),
  ...["131056", "130429", "4", "613", "80007", "131000", "131016", "1", "2", "1200", "133004", "131057"].map((code) => [
    code,
    "busy",
  ]),
]);

/** Why a message did not go out, in the reader's language where the reason is a known one. */
export function useFailureReason(): (message: Pick<Message, "failureReason" | "extra">) => string {
  const t = useTranslations("messages.failure");
  return useCallback(
    ({ failureReason, extra }) => {
      const { failureCode = "", action } = extra ?? {};
      const code = known.find((one) => one === failureCode) ?? alike[failureCode];
      // The message alone was refused: the channel is well.
      const alone = code === "190" && action !== "reconnect";
      return code && !alone ? t(`codes.${code}`) : failureReason || t("unknown");
    },
    [t],
  );
}
