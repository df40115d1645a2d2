import formatMessage from "use-intl/format-message/format-only";
import { isolated } from "./isolating.ts";

type Values = Parameters<typeof formatMessage>[2];

/** Stands in for the library's own (next.config.mjs): every name that a text is filled with leaves the text its order. */
export default function formatIsolated(...[key, message, values, options]: Parameters<typeof formatMessage>) {
  const kept = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? isolated(value) : value,
  ]);
  return formatMessage(key, message, Object.fromEntries(kept) as Values, options);
}

// Texts come parsed: the library asks for it.
formatIsolated.raw = formatMessage.raw;
