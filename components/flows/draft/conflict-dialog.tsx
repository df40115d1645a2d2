"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#components/ui/tabs/tabs.tsx";
import { useEditing } from "../editor-context.tsx";
import { FlowChanges } from "./flow-changes.tsx";
import { diffOf } from "./flow-diff.ts";
import type { Nodes } from "./flow-edits.ts";
import type { Published } from "./use-flow-draft.ts";
import type { Publishing } from "./use-publishing.ts";

type ConflictDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The version that this draft began from. */
  base: number;
  publishing: Publishing;
  onTakeTheirs: (published: Published) => void;
};

/** Someone else has published in the meantime: shows both sides and asks. Nothing is lost without a choice. */
export function ConflictDialog({ open, onOpenChange, base, publishing, onTakeTheirs }: ConflictDialogProps) {
  const t = useTranslations("flows.conflict");
  const trpc = useTRPC();
  const { chatbotId, nodes } = useEditing();
  const theirs = useQuery(trpc.chatbots.questionList.queryOptions({ chatbotId }, { enabled: open, staleTime: 0 }));
  const from = useQuery(
    trpc.chatbots.version.queryOptions({ chatbotId, version: base }, { enabled: open, retry: false }),
  );
  const current = theirs.data;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={t("title")}
      description={t("text", { version: current?.version ?? base + 1, base })}
    >
      <DialogBody>
        {theirs.isError && !theirs.data ? <ErrorState onRetry={() => void theirs.refetch()} /> : null}
        {current && !from.isPending ? (
          <Sides theirs={current.nodes} mine={nodes} base={from.data?.nodes} />
        ) : (
          <Skeleton className="h-40" />
        )}
        <p role="alert" className="text-danger text-sm empty:hidden">
          {publishing.sentence}
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => onOpenChange(false)}>{t("later")}</Button>
        <Button disabled={!current} onClick={() => current && onTakeTheirs(current)}>
          {t("takeTheirs")}
        </Button>
        <Button
          variant="danger"
          disabled={!current}
          loading={publishing.pending}
          onClick={() => current && publishing.publish(current.version)}
        >
          {t("publishMine")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

type SidesProps = { theirs: Nodes; mine: Nodes; base: Nodes | undefined };

/** What each side changed, and what publishing or keeping one's own would change in theirs. */
export function Sides({ theirs, mine, base }: SidesProps) {
  const t = useTranslations("flows.conflict");
  const sides = useMemo(
    () => ({
      theirs: base ? diffOf(base, theirs) : [],
      mine: base ? diffOf(base, mine) : [],
      result: diffOf(theirs, mine),
    }),
    [theirs, mine, base],
  );
  const tabs = base ? (["theirs", "mine", "result"] as const) : (["result"] as const);
  return (
    <Tabs defaultValue={tabs[0]}>
      <TabsList aria-label={t("sides")}>
        {tabs.map((side) => (
          <TabsTrigger key={side} value={side} count={sides[side].length}>
            {t(side)}
          </TabsTrigger>
        ))}
      </TabsList>
      {tabs.map((side) => (
        <TabsContent key={side} value={side} className="grid gap-3 pt-3">
          <p className="text-sm text-text-muted">{t(`${side}Hint`)}</p>
          <FlowChanges changes={sides[side]} />
        </TabsContent>
      ))}
    </Tabs>
  );
}
