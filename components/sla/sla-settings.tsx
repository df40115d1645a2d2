"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Timer } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Deletion } from "#components/settings/deletion.tsx";
import { SettingsList } from "#components/settings/settings-list.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import type { SlaPolicyView } from "#server/sla/schema.ts";
import type { EditedPolicy } from "./policy-form.tsx";
import { PolicyRow } from "./policy-row.tsx";
import { usePolicyWords } from "./policy-words.ts";
import { usePolicyChanges } from "./use-policy-changes.ts";

const PolicyForm = dynamic(() => untilLoaded(() => import("./policy-form.tsx")).then((module) => module.PolicyForm), {
  loading: () => null,
});

const none: readonly SlaPolicyView[] = [];

/** What is promised to which conversations; the first that fits applies. */
export function SlaSettings() {
  const t = useTranslations("sla");
  const trpc = useTRPC();
  const policies = useQuery(trpc.sla.policies.queryOptions({}, { enabled: useMay("websites_read") }));
  const mayWrite = useMay("websites_write");
  const [edited, setEdited] = useState<EditedPolicy>();
  const [doomed, setDoomed] = useState<SlaPolicyView>();
  const list = policies.data ?? none;
  const { move, turn } = usePolicyChanges(list);
  const words = usePolicyWords(useDirectory());
  return (
    <SettingsList
      words={{
        title: t("title"),
        description: t("description"),
        add: t("add"),
        emptyTitle: t("empty"),
        emptyHint: t("emptyHint"),
      }}
      icon={<Timer />}
      permissions={["websites_read"]}
      asked={policies}
      onAdd={mayWrite ? () => setEdited("new") : undefined}
      dialogs={
        <>
          {edited === undefined ? null : <PolicyForm edited={edited} onClose={() => setEdited(undefined)} />}
          <DeletePolicy policy={doomed} onClose={() => setDoomed(undefined)} />
        </>
      }
    >
      <ol aria-label={t("list.label")} className="rounded-lg border border-border empty:hidden">
        {list.map((policy, index) => (
          <PolicyRow
            key={policy.id}
            policy={policy}
            words={words(policy)}
            index={index}
            count={list.length}
            mayWrite={mayWrite}
            onMove={move}
            onSwitch={(enabled) => turn(policy, enabled)}
            onEdit={() => setEdited(policy)}
            onDelete={() => setDoomed(policy)}
          />
        ))}
      </ol>
    </SettingsList>
  );
}

function DeletePolicy({ policy, onClose }: { policy: SlaPolicyView | undefined; onClose: () => void }) {
  const t = useTranslations("sla.remove");
  const remove = useMutation(useTRPC().sla.deletePolicy.mutationOptions());
  const name = policy?.name ?? "";
  return (
    <Deletion
      open={policy !== undefined}
      words={{ title: t("title", { name }), description: t("text"), confirm: t("confirm"), done: t("done", { name }) }}
      run={() => remove.mutateAsync({ slaPolicyId: policy?.id ?? "" })}
      lists="sla"
      onClose={onClose}
    />
  );
}
