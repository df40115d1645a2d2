import { useFormatter, useTranslations } from "next-intl";

const qualities = ["GREEN", "YELLOW", "RED", "NA", "UNKNOWN"] as const;
const statuses = [
  ...(["CONNECTED", "DISCONNECTED", "PENDING", "UNVERIFIED"] as const),
  ...(["FLAGGED", "RESTRICTED", "RATE_LIMITED", "BANNED"] as const),
];
const throughputs = ["STANDARD", "HIGH", "NOT_APPLICABLE"] as const;

/** What Meta's codes mean; one that is not known here is shown as it is. */
export function useHealthWords() {
  const t = useTranslations("channels.connection.codes");
  const format = useFormatter();
  return {
    quality: (code: string) => {
      const known = qualities.find((one) => one === code);
      return known ? t(`quality.${known}`) : code;
    },
    status: (code: string) => {
      const known = statuses.find((one) => one === code);
      return known ? t(`status.${known}`) : code;
    },
    throughput: (code: string) => {
      const known = throughputs.find((one) => one === code);
      return known ? t(`throughput.${known}`) : code;
    },
    limit: (code: string) => {
      if (code === "TIER_UNLIMITED") return t("unlimited");
      const [, digits, thousands] = /^TIER_(\d+)(K?)$/.exec(code) ?? [];
      if (digits === undefined) return code;
      const people = Number(digits) * (thousands ? 1000 : 1);
      return t("limit", { people: format.number(people) });
    },
  };
}
