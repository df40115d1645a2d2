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

/** The service's sentences for network failures, and the keys of their translations. */
const networkWords = {
  "The host name does not exist.": "noHost",
  "The host name could not be resolved.": "unresolved",
  "The host name has no address.": "noAddress",
  "The connection was refused.": "refused",
  "The connection was reset.": "reset",
  "The host cannot be reached.": "unreachable",
  "The network cannot be reached.": "noNetwork",
  "The host did not answer the connection.": "silent",
  "The connection was closed before the answer was complete.": "cut",
  "The answer's headers are too large.": "headers",
  "The answer is not valid HTTP.": "notHttp",
  "The request failed on the network.": "network",
  "The address is private, local or reserved: only public addresses can be called.": "blocked",
  "The webhook's secret cannot be read: rotate it.": "secret",
} as const;

const isNetworkWord = (text: string): text is keyof typeof networkWords => Object.hasOwn(networkWords, text);

type Failure = Outcome & { errorMessage: string | null };

/** Why an attempt failed, in the reader's words. */
export function useFailure(): (attempt: Failure) => string {
  const t = useTranslations("webhooks.failure");
  return useCallback(
    ({ statusCode, errorMessage }) => {
      const kind = statusClassOf(statusCode);
      if (kind !== "none" && kind !== "2xx") return t(kind, { status: String(statusCode) });
      const text = errorMessage ?? "";
      const [, seconds] = /^No complete answer within (\d+) s\.$/.exec(text) ?? [];
      if (seconds) return t("timeout", { seconds });
      return isNetworkWord(text) ? t(networkWords[text]) : text;
    },
    [t],
  );
}

/** The same of a sentence alone, as a webhook's health keeps it. */
export function useFailureReason(): (reason: string) => string {
  const failure = useFailure();
  return useCallback(
    (reason) => {
      const [, status] = /^The receiver answered (\d{3})\./.exec(reason) ?? [];
      return failure({ statusCode: status ? Number(status) : null, errorMessage: reason });
    },
    [failure],
  );
}
