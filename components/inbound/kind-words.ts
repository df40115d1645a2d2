import { useTranslations } from "next-intl";
import { inboundKinds } from "./use-inbound.ts";

/** What a payload holds, in words: "Messages, Statuses". */
export function useKindWords(): (kinds: readonly string[]) => string {
  const t = useTranslations("inbound");
  return (kinds) => {
    const words = kinds.map((kind) => {
      const known = inboundKinds.find((one) => one === kind);
      return known ? t(`kinds.${known}`) : kind;
    });
    return words.join(", ") || "–";
  };
}
