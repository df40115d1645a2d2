"use client";

import { useTranslations } from "next-intl";
import { Dialog, DialogBody } from "../ui/dialog.tsx";
import { Kbd } from "./kbd.tsx";

export type ShortcutGroup = { title: string; shortcuts: readonly { keys: string; label: string }[] };

type ShortcutMapProps = { open: boolean; onOpenChange: (open: boolean) => void; groups: readonly ShortcutGroup[] };

export function ShortcutMap({ open, onOpenChange, groups }: ShortcutMapProps) {
  const t = useTranslations("ui.shortcuts");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")} size="lg">
      <DialogBody className="block columns-2 gap-8 phone:columns-1">
        {groups.map((group) => (
          <section key={group.title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 font-medium text-text-muted text-xs">{group.title}</h3>
            <dl>
              {group.shortcuts.map((shortcut) => (
                <div
                  key={`${shortcut.keys} ${shortcut.label}`}
                  className="flex min-h-8 items-center justify-between gap-4 border-border border-b text-sm last:border-0"
                >
                  <dt>{shortcut.label}</dt>
                  <dd>
                    <Kbd keys={shortcut.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}
