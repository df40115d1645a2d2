"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { FlaskConical, Lock, Plus, Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Deletion } from "#components/settings/deletion.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { laterForm } from "#components/ui/late/later.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Trigger } from "#server/triggers/schema.ts";
import type { EditedTrigger } from "./trigger-form.tsx";
import { TriggerRow } from "./trigger-row.tsx";
import { TriggerTester } from "./trigger-tester.tsx";
import { useTriggerChanges } from "./use-trigger-changes.ts";

const TriggerForm = laterForm(
  () => import("./trigger-form.tsx"),
  (module) => module.TriggerForm,
);

const none: readonly Trigger[] = [];

export function TriggersPage() {
  const t = useTranslations("triggers");
  const trpc = useTRPC();
  const mayRead = useMay("websites_read");
  const mayWrite = useMay("websites_write");
  const triggers = useQuery(trpc.triggers.list.queryOptions({}, { enabled: mayRead }));
  const [edited, setEdited] = useState<EditedTrigger>();
  const [doomed, setDoomed] = useState<Trigger>();
  const [testing, setTesting] = useState(false);
  const list = triggers.data ?? none;
  const { move, turn } = useTriggerChanges(list);
  const create = () => setEdited("new");
  const test = () => setTesting(true);
  useShortcuts(t("title"), [
    ...(mayWrite ? [{ keys: "c", label: t("add"), run: create }] : []),
    { keys: "t", label: t("test"), run: test },
  ]);
  const add = mayWrite ? (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={create}>
      {t("add")}
    </Button>
  ) : null;
  const actions = (
    <>
      {list.length > 0 ? (
        <Button icon={<FlaskConical aria-hidden />} onClick={test}>
          {t("test")}
        </Button>
      ) : null}
      {add}
    </>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("title")}
        description={t("description")}
        back={{ href: "/chatbots", label: t("back") }}
        actions={actions}
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-2 pb-8 phone:px-4">
        {mayRead ? null : <EmptyState icon={<Lock />} title={t("forbidden")} description={t("forbiddenHint")} />}
        {triggers.isError && !triggers.data ? (
          <ErrorState onRetry={() => void triggers.refetch()} retrying={triggers.isFetching} />
        ) : null}
        {mayRead && triggers.isPending ? <Skeleton className="h-40 max-w-220 rounded-lg" /> : null}
        {triggers.data && list.length === 0 ? (
          <EmptyState icon={<Zap />} title={t("empty")} description={t("emptyHint")} actions={add} />
        ) : null}
        <ol aria-label={t("list.label")} className="max-w-220 rounded-lg border border-border empty:hidden">
          {list.map((trigger, index) => (
            <TriggerRow
              key={trigger.id}
              trigger={trigger}
              index={index}
              count={list.length}
              mayWrite={mayWrite}
              onMove={move}
              onSwitch={(enabled) => turn(trigger, enabled)}
              onEdit={() => setEdited(trigger)}
              onDelete={() => setDoomed(trigger)}
            />
          ))}
        </ol>
      </div>
      <TriggerForm edited={edited} onClose={() => setEdited(undefined)} />
      <DeleteTrigger trigger={doomed} onClose={() => setDoomed(undefined)} />
      <TriggerTester open={testing} onOpenChange={setTesting} />
    </div>
  );
}

function DeleteTrigger({ trigger, onClose }: { trigger: Trigger | undefined; onClose: () => void }) {
  const t = useTranslations("triggers.remove");
  const remove = useMutation(useTRPC().triggers.delete.mutationOptions());
  const name = trigger?.name ?? "";
  return (
    <Deletion
      open={trigger !== undefined}
      words={{ title: t("title", { name }), description: t("text"), confirm: t("confirm"), done: t("done", { name }) }}
      run={() => remove.mutateAsync({ triggerId: trigger?.id ?? "" })}
      lists="triggers"
      onClose={onClose}
    />
  );
}
