import { useTranslations } from "next-intl";

/** Answers the bot offers; choosing one sends it. */
export function QuickReplies({
  options,
  onChoose,
}: {
  options: readonly string[];
  onChoose: (option: string) => void;
}) {
  const t = useTranslations("widget.composer");
  return (
    <fieldset aria-label={t("options")} className="mt-2 flex flex-wrap justify-end gap-1.5">
      {options.map((option) => (
        <button
          key={option}
          type="button"
          dir="auto"
          onClick={() => onChoose(option)}
          className="min-h-11 animate-rise-in rounded-full border border-border-strong bg-surface px-3.5 text-start text-sm hover:bg-text/6"
        >
          {option}
        </button>
      ))}
    </fieldset>
  );
}
