import { useTranslations } from "next-intl";

export function TypingDots({ name }: { name: string }) {
  const t = useTranslations("widget.thread");
  return (
    <div className="mt-3 flex items-center gap-2 px-1 text-2xs text-text-muted">
      <span aria-hidden className="flex gap-1 rounded-xl border border-border bg-surface-raised px-3 py-2.5">
        {[0, 1, 2].map((dot) => (
          <span
            key={dot}
            data-dot={dot}
            className="size-1.5 animate-shimmer rounded-full bg-text-muted data-[dot=1]:[animation-delay:200ms] data-[dot=2]:[animation-delay:400ms]"
          />
        ))}
      </span>
      <span className="sr-only">{t("typing", { name: name || t("team") })}</span>
    </div>
  );
}
