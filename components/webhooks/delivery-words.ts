import { useFormatter, useTranslations } from "next-intl";
import { useCallback } from "react";
import { statusClassOf } from "./attempt-timing.ts";

type Outcome = { statusCode: number | null };

/** "120 ms" or "4.2 s". */
export function useDuration(): (ms: number) => string {
  const t = useTranslations("webhooks.timing");
  const format = useFormatter();
  return useCallback(
    (ms) =>
      ms < 1000
        ? t("ms", { ms: format.number(Math.round(ms)) })
        : t("seconds", { seconds: format.number(ms / 1000, { maximumFractionDigits: 1 }) }),
    [t, format],
  );
}

/** A wait in words: "31 seconds", "17 minutes". */
export function useWait(): (ms: number) => string {
  const format = useFormatter();
  return useCallback(
    (ms) => {
      const [value, unit] = ms < 90_000 ? [ms / 1000, "second"] : [ms / 60_000, "minute"];
      return format.number(Math.round(value), { style: "unit", unit, unitDisplay: "long" });
    },
    [format],
  );
}

/** The code, or a word where no answer came. */
export function useOutcome(): (attempt: Outcome) => string {
  const t = useTranslations("webhooks.log");
  return useCallback(({ statusCode }) => (statusCode === null ? t("noAnswer") : String(statusCode)), [t]);
}

type Failure = Outcome & { errorMessage: string | null };

/** Why an attempt failed: in the reader's words where an answer came, in the network's where none did. */
export function useFailure(): (attempt: Failure) => string {
  const t = useTranslations("webhooks.failure");
  return useCallback(
    ({ statusCode, errorMessage }) => {
      const kind = statusClassOf(statusCode);
      if (kind === "none" || kind === "2xx") return errorMessage ?? "";
      return t(kind, { status: String(statusCode) });
    },
    [t],
  );
}
