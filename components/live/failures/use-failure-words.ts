import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { laterModule, onceThere } from "#components/ui/late/later.tsx";
import { speakFailures } from "./speaking.ts";

const words = laterModule(() => import("./failure-words.ts"));

/** While this stands, `failureOf` tells in the reader's language what the server refused. */
export function useFailureWords(): void {
  const t = useTranslations("ui.failures");
  useEffect(() => onceThere(words, ({ failureTeller }) => speakFailures(failureTeller((word) => t(word)))), [t]);
}
