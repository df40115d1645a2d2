"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useRef, useState } from "react";
import { Textarea } from "#components/forms/textarea.tsx";
import { useOvertaken } from "#components/forms/use-overtaken.ts";
import { Button } from "#components/ui/button.tsx";
import { isTouch, sendsWith } from "../composer/send-keys.ts";
import { useSendKeys } from "../composer/use-send-keys.ts";

/**
 * What stands in editors and what it began from, by what they change: with its conversation an editor goes, and comes
 * back with its words.
 */
const kept = new Map<string, { draft: string; begun: string }>();

export const isBeingEdited = (id: string): boolean => kept.has(id);

type TextEditorProps = {
  id: string;
  label: string;
  text: string;
  maxLength: number;
  /** Rejects when it was not saved: the editor then stays open with what was typed. */
  onSave: (text: string) => Promise<unknown>;
  onDone: () => void;
};

/** Changes words in place: what sends in the composer saves here, Escape gives up. */
export function TextEditor({ id, label, text, maxLength, onSave, onDone }: TextEditorProps) {
  const t = useTranslations("messages.editing");
  // Others may change the words meanwhile: neither the old ones nor new ones are written over theirs unseen.
  const { begun, told } = useOvertaken(text, kept.get(id)?.begun);
  const [returned] = useState(() => kept.has(id));
  const [draft, setDraft] = useState(kept.get(id)?.draft ?? text);
  const [state, setState] = useState<"idle" | "saving" | { error: string }>("idle");
  const [keys] = useSendKeys();
  const typed = draft.trim();
  const root = useRef<HTMLDivElement>(null);
  const done = () => {
    const row = root.current?.closest("[data-key], li");
    kept.delete(id);
    onDone();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) row?.querySelector<HTMLElement>("[data-edits]")?.focus();
    });
  };
  const save = async () => {
    if (state === "saving") return;
    if (typed === begun.trim()) return done();
    const overtaken = told(typed);
    if (overtaken) return setState({ error: overtaken });
    setState("saving");
    try {
      await onSave(typed);
      done();
    } catch (cause) {
      setState({ error: cause instanceof Error && cause.message ? cause.message : t("failed") });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      done();
    } else if (sendsWith(event, keys, isTouch()) && typed !== "") {
      event.preventDefault();
      void save();
    }
  };
  return (
    <div ref={root} data-editing className="grid w-[min(58ch,70vw)] gap-2">
      <Textarea
        autoGrow
        // Opened by itself it must not take the keys.
        autoFocus={!returned}
        readOnly={state === "saving"}
        dir="auto"
        rows={1}
        aria-label={label}
        value={draft}
        maxLength={maxLength}
        onChange={(event) => {
          kept.set(id, { draft: event.target.value, begun });
          setDraft(event.target.value);
        }}
        onFocus={(event) => event.target.setSelectionRange(event.target.value.length, event.target.value.length)}
        onKeyDown={onKeyDown}
        className="max-h-60"
      />
      {typeof state === "object" ? (
        <p role="alert" className="text-danger text-xs">
          {state.error}
        </p>
      ) : null}
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={done}>
          {t("cancel")}
        </Button>
        <Button
          size="sm"
          variant="primary"
          disabled={typed === ""}
          loading={state === "saving"}
          onClick={() => void save()}
        >
          {t("save")}
        </Button>
      </div>
    </div>
  );
}
