"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus, Workflow } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Rule } from "#server/rules/schema.ts";
import type { EditedRule } from "./rule-form.tsx";
import { RuleRow } from "./rule-row.tsx";
import { RunsSheet } from "./runs-sheet.tsx";
import { useRuleChanges } from "./use-rule-changes.ts";

const RuleForm = dynamic(() => import("./rule-form.tsx").then((module) => module.RuleForm));

const none: readonly Rule[] = [];

export function RulesSettings() {
  const t = useTranslations("rules");
  const trpc = useTRPC();
  const rules = useQuery(trpc.rules.list.queryOptions({}, { enabled: useMay("websites_read") }));
  const mayWrite = useMay("websites_write");
  const [edited, setEdited] = useState<EditedRule>();
  const [doomed, setDoomed] = useState<Rule>();
  const [logged, setLogged] = useState<Rule>();
  const list = rules.data ?? none;
  const { move, turn } = useRuleChanges(list);
  const add = mayWrite ? (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
      {t("add")}
    </Button>
  ) : undefined;
  return (
    <SettingsPage
      title={t("title")}
      description={t("description")}
      permissions={["websites_read"]}
      actions={list.length > 0 ? add : undefined}
    >
      <div className="px-5 pt-2 pb-8 phone:px-4">
        {rules.isError ? <ErrorState onRetry={() => void rules.refetch()} retrying={rules.isFetching} /> : null}
        {rules.isLoading ? <Skeleton className="h-40 rounded-lg" /> : null}
        {rules.data && list.length === 0 ? (
          <EmptyState icon={<Workflow />} title={t("empty")} description={t("emptyHint")} actions={add} />
        ) : null}
        <ol aria-label={t("list.label")} className="rounded-lg border border-border empty:hidden">
          {list.map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              index={index}
              count={list.length}
              mayWrite={mayWrite}
              onMove={move}
              onSwitch={(enabled) => turn(rule, enabled)}
              onEdit={() => setEdited(rule)}
              onRuns={() => setLogged(rule)}
              onDelete={() => setDoomed(rule)}
            />
          ))}
        </ol>
      </div>
      <RuleForm edited={edited} onClose={() => setEdited(undefined)} />
      <RunsSheet rule={logged} mayWrite={mayWrite} onClose={() => setLogged(undefined)} />
      <DeleteRule rule={doomed} onClose={() => setDoomed(undefined)} />
    </SettingsPage>
  );
}

function DeleteRule({ rule, onClose }: { rule: Rule | undefined; onClose: () => void }) {
  const t = useTranslations("rules.remove");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const remove = useMutation(trpc.rules.delete.mutationOptions());
  const name = rule?.name ?? "";
  const confirm = async () => {
    if (!rule) return;
    await remove.mutateAsync({ ruleId: rule.id });
    cache.refresh(cache.of("rules"));
    toast.success(t("done", { name }));
  };
  return (
    <ConfirmDialog
      danger
      open={rule !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name })}
      description={t("text")}
      confirmLabel={t("confirm")}
      onConfirm={confirm}
      errorText={(error) => refusals.sentence(error)}
    />
  );
}
