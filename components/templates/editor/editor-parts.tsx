import type { ReactNode } from "react";
import type { DraftFaults, TemplateDraft } from "./template-draft.ts";

/** What every part of the editor is given. */
export type PartProps = {
  draft: TemplateDraft;
  onChange: (part: Partial<TemplateDraft>) => void;
  faults: DraftFaults;
  /** Submitting was tried: missing parts are shown too. */
  tried: boolean;
  disabled: boolean;
};

export function EditorSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-3 border-border border-t pt-5 first:border-t-0 first:pt-0">
      <div className="grid gap-0.5">
        <h2 className="font-semibold text-base">{title}</h2>
        {hint ? <p className="text-text-muted text-xs">{hint}</p> : null}
      </div>
      {children}
    </section>
  );
}
