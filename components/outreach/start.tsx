"use client";

import { MessageSquarePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { useCommands, useSearchProvider } from "#components/frame/command-registry.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { laterModal } from "#components/ui/late/later.tsx";
import { typedAddress } from "./typed-address.ts";

/** Somebody to write to: a contact, or an address that was typed. */
export type Addressee = { contactId: string; name: string } | { phone: string } | { email: string };

export type StartDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; to: Addressee | undefined };

const StartDialog = laterModal<typeof import("./start-dialog.tsx"), StartDialogProps>(
  () => import("./start-dialog.tsx"),
  (module) => module.StartDialog,
);

const StartContext = createContext<((to?: Addressee) => void) | undefined>(undefined);

/** Opens the dialog that begins a conversation, with whom it is where that is known; undefined for who may not write. */
export function useStart(): ((to?: Addressee) => void) | undefined {
  return useContext(StartContext);
}

/** Lets a conversation be started from anywhere: by key, by the palette, by a page's own button. */
export function StartProvider({ children }: { children: ReactNode }) {
  const [to, setTo] = useState<Addressee>();
  const [open, setOpen] = useState(false);
  const start = useCallback((wanted?: Addressee) => {
    setTo(wanted);
    setOpen(true);
  }, []);
  return (
    <StartContext value={start}>
      <Ways start={start} />
      {children}
      <StartDialog open={open} onOpenChange={setOpen} to={to} />
    </StartContext>
  );
}

function Ways({ start }: { start: (to?: Addressee) => void }) {
  const t = useTranslations("frame.start");
  const frame = useTranslations("frame.shortcuts");
  const label = t("title");
  useShortcuts(frame("title"), [{ keys: "c", label, run: () => start() }], "frame");
  useCommands([{ id: "start", group: t("group"), label, icon: MessageSquarePlus, shortcut: "c", run: () => start() }]);
  useSearchProvider({
    id: "start",
    title: t("group"),
    minimum: 5,
    search: async (query) => {
      const to = typedAddress(query);
      if (!to) return [];
      const icon = <MessageSquarePlus aria-hidden />;
      return [{ id: "typed", label: t("writeTo", { who: query.trim() }), icon, run: () => start(to) }];
    },
  });
  return null;
}
