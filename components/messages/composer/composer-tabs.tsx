"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "#components/ui/class-names.ts";
import type { DraftMode } from "./draft-mode.ts";

type ComposerTabsProps = {
  mode: DraftMode;
  /** False where only notes can be written. */
  replies: boolean;
  /** Instead of free words a template is chosen. */
  template?: boolean;
  /** At the end of the line: the time left for free words. */
  aside?: ReactNode;
  onMode: (mode: DraftMode) => void;
};

/** Reply or note: a radio group, since both share one text box. */
export function ComposerTabs({ mode, replies, template, aside, onMode }: ComposerTabsProps) {
  const t = useTranslations("messages.composer");
  const modes: readonly DraftMode[] = replies ? ["reply", "note"] : ["note"];
  return (
    <div role="radiogroup" aria-label={t("mode")} className="flex gap-1 px-2 pt-1.5">
      {modes.map((one) => (
        <label
          key={one}
          className={cn(
            "relative inline-flex h-6 items-center rounded-md px-2 font-medium text-text-muted text-xs hover:text-text touch:h-11",
            "has-checked:bg-text/7 has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-focus",
            one === "note" && "has-checked:bg-note/15 has-checked:text-note",
          )}
        >
          <input
            type="radio"
            name="composer-mode"
            value={one}
            checked={mode === one}
            onChange={() => onMode(one)}
            className="absolute inset-0 opacity-0"
          />
          {t(one === "reply" && template ? "template" : one)}
        </label>
      ))}
      {aside ? <span className="ml-auto flex items-center">{aside}</span> : null}
    </div>
  );
}
