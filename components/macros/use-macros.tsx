"use client";

import { useQuery } from "@tanstack/react-query";
import { Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useCommands } from "#components/frame/command-registry.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { useTRPC } from "#components/live/api.ts";
import { laterModal } from "#components/ui/late/later.tsx";

export type MacroDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  conversationId: string;
  /** The macro to look at; without one, all are offered. */
  chosen: string | undefined;
  onChoose: (macroId: string | undefined) => void;
};

const MacroDialog = laterModal<typeof import("./macro-dialog.tsx"), MacroDialogProps>(
  () => import("./macro-dialog.tsx"),
  (module) => module.MacroDialog,
);

const none: readonly never[] = [];

/** Macros for the open conversation: by its menu, by the palette, and by `m` with a macro's own key. */
export function useMacros(conversationId: string, talks: boolean): { choose: () => void; dialog: ReactNode } {
  const t = useTranslations("conversations.macros");
  const inbox = useTranslations("inbox");
  const macros = useQuery(useTRPC().macros.all.queryOptions({}, { enabled: talks })).data ?? none;
  const [open, setOpen] = useState(false);
  const [chosen, choose] = useState<string>();
  const look = (macroId: string | undefined) => {
    choose(macroId);
    setOpen(true);
  };
  const all = { label: t("choose"), run: () => look(undefined) };
  // A private one comes before the company's of the same key.
  const keyed = macros.filter(({ key }) => key !== "").sort((a, b) => a.scope.localeCompare(b.scope));
  useShortcuts(
    inbox("shortcuts.title"),
    talks
      ? [
          { keys: "m enter", ...all },
          ...keyed.map(({ id, key, name }) => ({ keys: `m ${key}`, label: t("run", { name }), run: () => look(id) })),
        ]
      : [],
  );
  const group = inbox("commands.group");
  useCommands(
    talks
      ? [
          { id: "macros", group, icon: Zap, shortcut: "m enter", ...all },
          ...macros.map(({ id, key, name }) => ({
            ...{ id: `macro ${id}`, group, icon: Zap, label: t("run", { name }), run: () => look(id) },
            ...(key ? { shortcut: `m ${key}` } : {}),
          })),
        ]
      : [],
  );
  return {
    choose: all.run,
    dialog: (
      <MacroDialog
        open={open}
        onOpenChange={setOpen}
        conversationId={conversationId}
        chosen={chosen}
        onChoose={choose}
      />
    ),
  };
}
