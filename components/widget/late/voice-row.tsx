import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

type VoiceRowProps = {
  onCancel: () => void;
  /** How long the recording is by now; before it runs: undefined. */
  time?: string | undefined;
  children?: ReactNode;
};

/** What stands in place of the line to write in while somebody records. Escape gives the recording up. */
export function VoiceRow({ onCancel, time, children }: VoiceRowProps) {
  const t = useTranslations("widget.voice");
  return (
    <fieldset
      aria-label={t("label")}
      className="m-0 flex items-center gap-3 border-0 p-2"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <button
        type="button"
        aria-label={t("cancel")}
        title={t("cancel")}
        onClick={onCancel}
        className="grid size-11 shrink-0 place-items-center rounded-md text-text-muted hover:bg-text/6 hover:text-text"
      >
        <Trash2 aria-hidden className="size-5" />
      </button>
      <span role="timer" className="tabular order-1 text-sm">
        {time ?? t("starting")}
      </span>
      {children}
    </fieldset>
  );
}
