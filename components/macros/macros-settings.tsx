"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Zap } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Deletion } from "#components/settings/deletion.tsx";
import { SettingsList, SettingsRow, SettingsRows } from "#components/settings/settings-list.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { laterForm } from "#components/ui/late/later.tsx";
import type { Macro } from "#server/macros/schema.ts";
import { useActionWords } from "./action-words.ts";
import type { EditedMacro } from "./macro-form.tsx";
import { type Names, useNames } from "./use-names.ts";

const MacroForm = laterForm(
  () => import("./macro-form.tsx"),
  (module) => module.MacroForm,
);

export function MacrosSettings() {
  const t = useTranslations("macros");
  const trpc = useTRPC();
  const macros = useQuery(trpc.macros.all.queryOptions({}, { enabled: useMay("chat_talk") }));
  const names = useNames();
  const [edited, setEdited] = useState<EditedMacro>();
  const [doomed, setDoomed] = useState<Macro>();
  const list = macros.data ?? [];
  return (
    <SettingsList
      words={{
        title: t("title"),
        description: t("description"),
        add: t("add"),
        emptyTitle: t("emptyTitle"),
        emptyHint: t("emptyHint"),
      }}
      icon={<Zap />}
      permissions={["chat_talk"]}
      asked={macros}
      onAdd={() => setEdited("new")}
      dialogs={
        <>
          <MacroForm edited={edited} names={names} onClose={() => setEdited(undefined)} />
          <DeleteMacro macro={doomed} onClose={() => setDoomed(undefined)} />
        </>
      }
    >
      <SettingsRows label={t("title")}>
        {list.map((macro) => (
          <MacroRow
            key={macro.id}
            macro={macro}
            names={names}
            onEdit={() => setEdited(macro)}
            onDelete={() => setDoomed(macro)}
          />
        ))}
      </SettingsRows>
    </SettingsList>
  );
}

type MacroRowProps = { macro: Macro; names: Names; onEdit: () => void; onDelete: () => void };

function MacroRow({ macro, names, onEdit, onDelete }: MacroRowProps) {
  const t = useTranslations("macros");
  const words = useActionWords(names);
  const { name, key, scope, actions } = macro;
  const may = useMay("clients_write") || scope === "private";
  const tools = may ? { edit: t("edit", { name }), remove: t("delete", { name }) } : undefined;
  return (
    <SettingsRow tools={tools} onEdit={onEdit} onDelete={onDelete}>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 items-center gap-2 text-sm">
          <span className="truncate font-medium">{name}</span>
          {key ? (
            <kbd className="rounded-sm border border-border px-1 font-mono text-2xs uppercase">M {key}</kbd>
          ) : null}
          {scope === "private" ? <Badge tone="outline">{t("private")}</Badge> : null}
        </span>
        <span className="line-clamp-2 text-text-muted text-xs">{actions.map(words).join(" · ")}</span>
      </div>
    </SettingsRow>
  );
}

function DeleteMacro({ macro, onClose }: { macro: Macro | undefined; onClose: () => void }) {
  const t = useTranslations("macros.remove");
  const remove = useMutation(useTRPC().macros.delete.mutationOptions());
  const name = macro?.name ?? "";
  return (
    <Deletion
      open={macro !== undefined}
      words={{
        title: t("title", { name }),
        description: t(macro?.scope === "private" ? "privateDescription" : "description"),
        confirm: t("confirm"),
        done: t("done", { name }),
      }}
      run={() => remove.mutateAsync({ macroId: macro?.id ?? "" })}
      lists="macros"
      onClose={onClose}
    />
  );
}
