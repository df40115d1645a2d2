"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { mergeRefusal } from "#components/merging/refusal.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { foundOthers } from "../data/found-others.ts";
import { useLastWords } from "../data/last-words.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";

type MergeConversationProps = { row: InboxRow; open: boolean; onOpenChange: (open: boolean) => void };

/** From so many on a field narrows them. */
const manyOthers = 6;

/** Which other conversation of this contact goes into this one. */
export function MergeConversation({ row, open, onOpenChange }: MergeConversationProps) {
  const t = useTranslations("conversations.merge");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      <Choice row={row} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Those that may go into it: of the same visitor on the same channel, and no open one into a closed one. */
function useOthers(row: InboxRow) {
  const asked = useQuery(useTRPC().conversations.ofContact.queryOptions({ contactId: row.contactId }));
  const others = asked.data?.filter(
    (one) =>
      one.id !== row.id &&
      one.channelId === row.channelId &&
      one.visitorId === row.visitorId &&
      one.mergedInto === null &&
      (one.closed || !row.closed),
  );
  return { others, failed: asked.isError && !asked.data, retry: () => void asked.refetch() };
}

function Choice({ row, onDone }: { row: InboxRow; onDone: () => void }) {
  const t = useTranslations("conversations.merge");
  const words = useTranslations("conversations");
  const lastWords = useLastWords();
  const client = useTRPCClient().merges;
  const toast = useToast();
  const { others, failed, retry } = useOthers(row);
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<string>();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState("");
  const { shown, none } = foundOthers(others ?? [], search, chosen);
  const merge = async () => {
    if (!chosen) return;
    setPending(true);
    setRefusal("");
    try {
      await client.mergeConversations.mutate({ conversationId: row.id, loserId: chosen });
      toast.success(t("done"));
      onDone();
    } catch (error) {
      setRefusal(mergeRefusal(error) === "held" ? t("held") : failureOf(error).message || t("failed"));
      setPending(false);
    }
  };
  return (
    <>
      <DialogBody>
        {(others?.length ?? 0) > manyOthers ? (
          <Field label={t("search")}>
            <Input value={search} maxLength={200} onChange={(event) => setSearch(event.target.value)} />
          </Field>
        ) : null}
        {failed ? <ErrorState onRetry={retry} /> : null}
        {others || failed ? null : <Skeleton className="h-24" />}
        {others && none ? <p className="text-sm text-text-muted">{t("nothing")}</p> : null}
        <div role="radiogroup" aria-label={t("title")} className="grid gap-1">
          {shown.map((one) => (
            <label
              key={one.id}
              className={cn(
                "flex cursor-pointer items-start gap-2.5 rounded-md border border-border px-3 py-2 has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent",
              )}
            >
              <input
                type="radio"
                name="other"
                value={one.id}
                checked={chosen === one.id}
                onChange={() => setChosen(one.id)}
                className="mt-1 accent-accent"
              />
              <span className="grid min-w-0 flex-1 gap-0.5">
                <bdi className="truncate text-sm">{lastWords(one)}</bdi>
                <span className="flex gap-2 text-text-muted text-xs">
                  {one.closed ? words("close.closed") : t("open")}
                  <RelativeTime plain value={one.lastMessageAt ?? one.createdAt} />
                </span>
              </span>
            </label>
          ))}
        </div>
        <p role="alert" className="text-danger text-sm empty:hidden">
          {refusal}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDone}>{t("cancel")}</Button>
        <Button variant="danger" loading={pending} disabled={!chosen} onClick={() => void merge()}>
          {t("confirm")}
        </Button>
      </DialogFooter>
    </>
  );
}
