"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { MoreTexts } from "#components/frame/more-texts.tsx";
import { ActionList, type DraftAction } from "#components/macros/action-list.tsx";
import { useNames } from "#components/macros/use-names.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useLateTexts } from "#components/ui/late/late-texts.ts";
import type { Messages } from "#i18n/namespaces.ts";
import type { BulkCall } from "./use-bulk.ts";

type BulkActionsProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** How many are selected, where that is known. */
  count: number | undefined;
  onRun: (actions: readonly BulkCall[]) => Promise<void>;
};

type Texts = Pick<Messages, "macros">;

/* No page of conversations sends them. */
const textsIn: Record<string, () => Promise<Texts>> = {
  en: async () => ({ macros: (await import("#i18n/en/macros.json")).default }),
  es: async () => ({ macros: (await import("#i18n/es/macros.json")).default }),
  pt: async () => ({ macros: (await import("#i18n/pt/macros.json")).default }),
};

/** Any actions of the catalogue, one after the other, on all that are selected. */
export function BulkActions({ open, onOpenChange, count, onRun }: BulkActionsProps) {
  const t = useTranslations("actions.bulk");
  const texts = useLateTexts(textsIn);
  return (
    <Dialog
      size="lg"
      open={open}
      onOpenChange={onOpenChange}
      title={count === undefined ? t("moreAllTitle") : t("moreTitle", { count })}
    >
      {open && texts ? (
        <MoreTexts texts={texts}>
          <Form onRun={onRun} />
        </MoreTexts>
      ) : null}
    </Dialog>
  );
}

const sound: ReadonlySet<number> = new Set();

function Form({ onRun }: Pick<BulkActionsProps, "onRun">) {
  const t = useTranslations("actions.bulk");
  const names = useNames();
  const [actions, setActions] = useState<readonly DraftAction[]>([]);
  useUnsaved(actions);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    // Checked by the server, action by action.
    await onRun(actions.map(({ name, input }) => ({ name, input })) as BulkCall[]);
    setBusy(false);
  };
  return (
    <>
      <DialogBody>
        <ActionList
          actions={actions}
          names={names}
          asks={false}
          faulty={sound}
          error={undefined}
          onActions={setActions}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" loading={busy} disabled={actions.length === 0} onClick={() => void run()}>
          {t("run")}
        </Button>
      </DialogFooter>
    </>
  );
}
