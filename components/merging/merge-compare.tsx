"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useContactName } from "#components/contacts/contact-name.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Contact } from "#server/contacts/schema.ts";
import { FieldChoice } from "./field-choice.tsx";
import { fieldsOf, mergeRows, type Side, tagsOfBoth } from "./merge-fields.ts";
import { mergeRefusal } from "./refusal.ts";
import { useMerging } from "./use-merging.ts";

type MergeCompareProps = {
  first: Contact;
  second: Contact;
  onBack: (() => void) | undefined;
  onCancel: () => void;
  onDone: (winnerId: string) => void;
};

/** Two contacts side by side: which one stays, whose value of each field, and what moves. */
export function MergeCompare({ first, second, onBack, onCancel, onDone }: MergeCompareProps) {
  const t = useTranslations("merging");
  const { merge } = useMerging();
  const [swapped, setSwapped] = useState(false);
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [winner, loser] = swapped ? [second, first] : [first, second];
  const rows = mergeRows(winner, loser);
  const tags = tagsOfBoth(winner, loser);
  const swap = () => {
    setSwapped(!swapped);
    const others = Object.entries(chosen).map(([field, side]) => [field, side === "winner" ? "loser" : "winner"]);
    setChosen(Object.fromEntries(others));
  };
  const run = async () => {
    setBusy(true);
    setRefused(undefined);
    try {
      await merge(winner.id, loser.id, fieldsOf(rows, chosen));
      onDone(winner.id);
    } catch (error) {
      const known = mergeRefusal(error);
      setRefused(known ? t(`refused.${known}`) : failureOf(error).message || t("failed"));
      setBusy(false);
    }
  };
  return (
    <>
      <DialogBody>
        <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2">
          <Person contact={winner} says={t("stays")} />
          <Button variant="ghost" icon={<ArrowLeftRight aria-hidden />} onClick={swap} disabled={busy}>
            <span className="phone:sr-only">{t("swap")}</span>
          </Button>
          <Person contact={loser} says={t("goes")} />
        </div>
        <div className="grid gap-3">
          {rows.map((row) => (
            <FieldChoice
              key={row.field}
              row={row}
              side={chosen[row.field] ?? row.usual}
              onChoose={(side) => setChosen({ ...chosen, [row.field]: side })}
            />
          ))}
        </div>
        {tags.length > 0 ? <p className="text-sm">{t("tags", { tags: tags.join(", ") })}</p> : null}
        <Moves winnerId={winner.id} loserId={loser.id} />
        <p className="text-sm text-text-muted">{t("undoable")}</p>
        {refused ? (
          <p role="alert" className="text-danger text-sm">
            {refused}
          </p>
        ) : null}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel} disabled={busy}>
          {t("cancel")}
        </Button>
        {onBack ? (
          <Button onClick={onBack} disabled={busy}>
            {t("back")}
          </Button>
        ) : null}
        <Button variant="primary" onClick={() => void run()} loading={busy}>
          {t("merge")}
        </Button>
      </DialogFooter>
    </>
  );
}

function Person({ contact, says }: { contact: Contact; says: string }) {
  const name = useContactName()(contact);
  return (
    <div className="flex min-w-0 items-center gap-2.5 rounded-lg border border-border px-3 py-2">
      <Avatar id={contact.id} name={name} size="md" decorative />
      <span className="grid min-w-0">
        <bdi className="truncate font-medium">{name}</bdi>
        <span className="text-text-muted text-xs">{says}</span>
      </span>
    </div>
  );
}

function Moves({ winnerId, loserId }: { winnerId: string; loserId: string }) {
  const t = useTranslations("merging");
  const trpc = useTRPC();
  const preview = useQuery(trpc.merges.preview.queryOptions({ contactId: winnerId, loserId }));
  if (preview.data) {
    const { conversations, notes, tasks, templateMessages } = preview.data;
    if (conversations + notes + tasks + templateMessages === 0) return <p className="text-sm">{t("movesNothing")}</p>;
    return <p className="text-sm">{t("moves", { conversations, notes, tasks, messages: templateMessages })}</p>;
  }
  if (preview.isPending) return <Skeleton className="h-5" />;
  return (
    <p className="text-sm text-text-muted">
      {t("previewFailed")}{" "}
      <Button variant="link" onClick={() => void preview.refetch()}>
        {t("again")}
      </Button>
    </p>
  );
}
