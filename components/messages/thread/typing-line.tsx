"use client";

import { useTranslations } from "next-intl";

export type Typist = { id: string; name: string };

/** Who is typing right now; keeps its height when no one is, so that nothing moves. */
export function TypingLine({ typists }: { typists: readonly Typist[] }) {
  const t = useTranslations("messages.typing");
  const [first, second] = typists;
  const words = !first
    ? ""
    : !second
      ? t("one", { name: first.name })
      : typists.length === 2
        ? t("two", { first: first.name, second: second.name })
        : t("many");
  return (
    <p role="status" className="flex h-5 items-center gap-1.5 px-4 text-text-muted text-xs">
      {words ? (
        <>
          <span aria-hidden className="flex gap-0.5">
            <span className="size-1 animate-shimmer rounded-full bg-text-faint" />
            <span className="size-1 animate-shimmer rounded-full bg-text-faint [animation-delay:160ms]" />
            <span className="size-1 animate-shimmer rounded-full bg-text-faint [animation-delay:320ms]" />
          </span>
          <span className="truncate">{words}</span>
        </>
      ) : null}
    </p>
  );
}
