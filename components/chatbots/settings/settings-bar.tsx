import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import type { DraftKey } from "./settings-draft.ts";

type SettingsBarProps = {
  dirty: boolean;
  /** Whether all can be saved as it stands. */
  sound: boolean;
  pending: boolean;
  clashes: readonly DraftKey[];
  refused: string | undefined;
  onDiscard: () => void;
};

/** Stands at the foot of the page while something is not saved. */
export function SettingsBar({ dirty, sound, pending, clashes, refused, onDiscard }: SettingsBarProps) {
  const t = useTranslations("chatbot-settings.bar");
  const parts = clashes.map((key) => t(`parts.${key}`)).join(", ");
  return (
    <div
      hidden={!dirty && !refused}
      className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-border border-t bg-surface px-5 py-3 [&[hidden]]:hidden phone:px-4"
    >
      <div role="status" className="grid min-w-48 flex-1 gap-0.5 text-sm text-text-muted">
        {clashes.length > 0 ? <p className="text-text">{t("clash", { parts })}</p> : null}
        {refused ? <p className="text-danger">{refused}</p> : null}
        {dirty && !refused && clashes.length === 0 ? <p>{sound ? t("unsaved") : t("unsound")}</p> : null}
      </div>
      <Button disabled={!dirty || pending} onClick={onDiscard}>
        {t(clashes.length > 0 ? "discardClash" : "discard")}
      </Button>
      <Button type="submit" variant="primary" disabled={!dirty || !sound} loading={pending}>
        {t(clashes.length > 0 ? "saveClash" : "save")}
      </Button>
    </div>
  );
}
