"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Workflow } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Deletion } from "#components/settings/deletion.tsx";
import { SettingsList } from "#components/settings/settings-list.tsx";
import { laterForm } from "#components/ui/late/later.tsx";
import type { Rule } from "#server/rules/schema.ts";
import type { EditedRule } from "./rule-form.tsx";
import { RuleRow } from "./rule-row.tsx";
import { useRuleChanges } from "./use-rule-changes.ts";

const RunsSheet = laterForm(
  () => import("./runs-sheet.tsx"),
  (module) => module.RunsSheet,
);

const RuleForm = laterForm(
  () => import("./rule-form.tsx"),
  (module) => module.RuleForm,
);

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
  return (
    <SettingsList
      words={{
        title: t("title"),
        description: t("description"),
        add: t("add"),
        emptyTitle: t("empty"),
        emptyHint: t("emptyHint"),
      }}
      icon={<Workflow />}
      permissions={["websites_read"]}
      asked={rules}
      onAdd={mayWrite ? () => setEdited("new") : undefined}
      dialogs={
        <>
          <RuleForm edited={edited} onClose={() => setEdited(undefined)} />
          <RunsSheet edited={logged} mayWrite={mayWrite} onClose={() => setLogged(undefined)} />
          <DeleteRule rule={doomed} onClose={() => setDoomed(undefined)} />
        </>
      }
    >
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
    </SettingsList>
  );
}

function DeleteRule({ rule, onClose }: { rule: Rule | undefined; onClose: () => void }) {
  const t = useTranslations("rules.remove");
  const remove = useMutation(useTRPC().rules.delete.mutationOptions());
  const name = rule?.name ?? "";
  return (
    <Deletion
      open={rule !== undefined}
      words={{ title: t("title", { name }), description: t("text"), confirm: t("confirm"), done: t("done", { name }) }}
      run={() => remove.mutateAsync({ ruleId: rule?.id ?? "" })}
      lists="rules"
      onClose={onClose}
    />
  );
}
