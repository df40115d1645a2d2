"use client";

import { CircleAlert, CircleCheck, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { BulkBar } from "#components/tables/bulk-bar.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { BulkDeleteResult, Contact } from "#server/contacts/schema.ts";
import { useContactName } from "../contact-name.ts";

type Result = BulkDeleteResult["results"][number] & { name: string };

/** What became of each, and why it did not go on to the rest: those stay selected. */
type Outcome = { results: readonly Result[]; left: number; why: string };

type BulkDeleteProps = {
  selected: ReadonlySet<string>;
  /** The page in view; names of rows selected on earlier pages are remembered. */
  rows: readonly Contact[];
  onSelectedChange: (selected: ReadonlySet<string>) => void;
};

const atOnce = 100;
const wordOf = { 200: "deleted", 404: "missing", 409: "held" } as const;

/** What can be done with the selected contacts: delete them, and see what became of each. */
export function BulkDelete({ selected, rows, onSelectedChange }: BulkDeleteProps) {
  const t = useTranslations("contacts.bulk");
  const toast = useToast();
  const client = useTRPCClient();
  const { cache } = useLive();
  const nameOf = useContactName();
  const names = useRef(new Map<string, string>());
  for (const row of rows) if (selected.has(row.id)) names.current.set(row.id, nameOf(row));
  // Who is asked about: the selection is another before the dialog has gone.
  const [asking, setAsking] = useState<readonly string[]>([]);
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  const ask = () => {
    setAsking([...selected]);
    setOpen(true);
  };
  const remove = async () => {
    const found: Result[] = [];
    let why = "";
    try {
      for (let from = 0; from < asking.length; from += atOnce) {
        const answer = await client.contacts.bulkDelete.mutate({ contacts: asking.slice(from, from + atOnce) });
        found.push(...answer.results.map((one) => ({ ...one, name: names.current.get(one.id) ?? one.id })));
      }
    } catch (error) {
      if (found.length === 0) throw error;
      why = failureOf(error).message || t("stopped");
    }
    const left = asking.slice(found.length);
    onSelectedChange(new Set(left));
    cache.refresh(cache.of("contacts.list"));
    if (left.length === 0 && found.every((one) => one.success)) toast.success(t("done", { count: found.length }));
    else setOutcome({ results: found, left: left.length, why });
  };
  return (
    <>
      <BulkBar count={selected.size} onClear={() => onSelectedChange(new Set())}>
        <Button size="sm" variant="danger-ghost" icon={<Trash2 aria-hidden />} onClick={ask}>
          {t("delete")}
        </Button>
      </BulkBar>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t("title", { count: asking.length })}
        description={t("description", { count: asking.length })}
        confirmLabel={t("confirm", { count: asking.length })}
        danger
        onConfirm={remove}
        errorText={(cause) => failureOf(cause).message || undefined}
      />
      <Dialog
        open={outcome !== undefined}
        onOpenChange={(next) => next || setOutcome(undefined)}
        title={t("results", {
          deleted: outcome?.results.filter((one) => one.success).length ?? 0,
          count: outcome ? outcome.results.length + outcome.left : 0,
        })}
      >
        <DialogBody>
          {outcome?.left ? (
            <p role="alert" className="text-danger text-sm">
              {t("left", { count: outcome.left, why: outcome.why })}
            </p>
          ) : null}
          <ul className="grid gap-px">
            {outcome?.results.map((one) => (
              <ResultRow key={one.id} result={one} />
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={() => setOutcome(undefined)}>
            {t("close")}
          </Button>
        </DialogFooter>
      </Dialog>
    </>
  );
}

function ResultRow({ result }: { result: Result }) {
  const t = useTranslations("contacts.bulk");
  return (
    <li className="flex min-h-8 items-center gap-2 text-sm">
      {result.success ? (
        <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
      ) : (
        <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
      )}
      <span className="min-w-0 flex-1 truncate">{result.name}</span>
      <span className="shrink-0 text-text-muted text-xs">{t(wordOf[result.status])}</span>
    </li>
  );
}
