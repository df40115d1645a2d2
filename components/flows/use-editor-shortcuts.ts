"use client";

import { useTranslations } from "next-intl";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import type { FlowDraft } from "./draft/use-flow-draft.ts";
import type { FlowEditing } from "./editor-context.tsx";

/** The keys of the editor. Those without a deed here belong to the canvas and the outline, which hold the focus. */
export function useEditorShortcuts(
  editing: FlowEditing,
  draft: FlowDraft,
  { search, publish }: { search: () => void; publish: () => void },
): void {
  const t = useTranslations("flows.shortcuts");
  const edits = editing.readOnly
    ? []
    : [
        { keys: "mod+z", label: t("undo"), run: draft.undo },
        { keys: "mod+shift+z", label: t("redo"), run: draft.redo },
        { keys: "mod+y", label: t("redo"), run: draft.redo, hidden: true },
        { keys: "mod+s", label: t("publish"), run: () => draft.dirty && publish() },
        { keys: "alt+arrowup", label: t("move"), run: () => undefined },
        { keys: "x", label: t("toggle"), run: () => undefined },
        { keys: "delete", label: t("remove"), run: () => undefined },
      ];
  useShortcuts(t("title"), [
    { keys: "/", label: t("search"), run: search },
    { keys: "t", label: t("try"), run: () => editing.setPane("try") },
    { keys: "enter", label: t("open"), run: () => undefined },
    ...edits,
  ]);
}
