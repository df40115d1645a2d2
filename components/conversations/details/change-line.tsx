"use client";

import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Kbd } from "#components/keys/kbd.tsx";
import { Button } from "#components/ui/button.tsx";
import type { LastChange } from "../inbox/last-change.ts";

/** Says under the head what has just been done, with the way back: near what changed, away from the composer. */
export function ChangeLine({ last, onUndo }: { last: LastChange | undefined; onUndo: () => void }) {
  const t = useTranslations("conversations.change");
  return (
    <div role="status" className="pointer-events-none absolute inset-x-3 top-full z-10 mt-2 flex justify-end">
      {last ? (
        <span className="pointer-events-auto flex min-w-0 animate-pop-in items-center gap-1 rounded-md bg-surface-raised py-0.5 pr-0.5 pl-2.5 text-text-muted text-xs shadow-float">
          <span className="min-w-0 truncate">{last.words}</span>
          <Button variant="ghost" size="sm" className="text-accent" icon={<Undo2 aria-hidden />} onClick={onUndo}>
            {t("undo")}
            <Kbd keys="z" className="touch:hidden" />
          </Button>
        </span>
      ) : null}
    </div>
  );
}
