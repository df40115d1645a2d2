"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2, Zap } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Macro } from "#server/macros/schema.ts";
import { useActionWords } from "./action-words.ts";
import type { EditedMacro } from "./macro-form.tsx";
import { type Names, useNames } from "./use-names.ts";

const MacroForm = dynamic(() => import("./macro-form.tsx").then((module) => module.MacroForm));

export function MacrosSettings() {
  const t = useTranslations("macros");
  const trpc = useTRPC();
  const macros = useQuery(trpc.macros.all.queryOptions({}, { enabled: useMay("chat_talk") }));
  const names = useNames();
  const [edited, setEdited] = useState<EditedMacro>();
  const [doomed, setDoomed] = useState<Macro>();
  const list = macros.data ?? [];
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
      {t("add")}
    </Button>
  );
  return (
    <SettingsPage
      title={t("title")}
      description={t("description")}
      permissions={["chat_talk"]}
      actions={list.length > 0 ? add : undefined}
    >
      <div className="px-5 pt-2 pb-8 phone:px-4">
        {macros.isError ? <ErrorState onRetry={() => void macros.refetch()} retrying={macros.isFetching} /> : null}
        {macros.isLoading ? <Skeleton className="h-40 rounded-lg" /> : null}
        {macros.data && list.length === 0 ? (
          <EmptyState icon={<Zap />} title={t("emptyTitle")} description={t("emptyHint")} actions={add} />
        ) : null}
        <ul
          aria-label={t("title")}
          className="grid divide-y divide-border rounded-lg border border-border empty:hidden"
        >
          {list.map((macro) => (
            <MacroRow
              key={macro.id}
              macro={macro}
              names={names}
              onEdit={() => setEdited(macro)}
              onDelete={() => setDoomed(macro)}
            />
          ))}
        </ul>
      </div>
      <MacroForm edited={edited} names={names} onClose={() => setEdited(undefined)} />
      <DeleteMacro macro={doomed} onClose={() => setDoomed(undefined)} />
    </SettingsPage>
  );
}

type MacroRowProps = { macro: Macro; names: Names; onEdit: () => void; onDelete: () => void };

function MacroRow({ macro, names, onEdit, onDelete }: MacroRowProps) {
  const t = useTranslations("macros");
  const words = useActionWords(names);
  const { name, key, scope, actions } = macro;
  const may = useMay("clients_write") || scope === "private";
  return (
    <li className="flex min-h-14 items-center gap-2 py-2 pr-2 pl-3">
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
      {may ? (
        <>
          <IconButton label={t("edit", { name })} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={t("delete", { name })} variant="danger" onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        </>
      ) : null}
    </li>
  );
}

function DeleteMacro({ macro, onClose }: { macro: Macro | undefined; onClose: () => void }) {
  const t = useTranslations("macros.remove");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const remove = useMutation(trpc.macros.delete.mutationOptions());
  const name = macro?.name ?? "";
  const confirm = async () => {
    if (!macro) return;
    await remove.mutateAsync({ macroId: macro.id });
    cache.refresh(cache.of("macros"));
    toast.success(t("done", { name }));
  };
  return (
    <ConfirmDialog
      danger
      open={macro !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name })}
      description={t(macro?.scope === "private" ? "privateDescription" : "description")}
      confirmLabel={t("confirm")}
      onConfirm={confirm}
      errorText={(error) => refusals.sentence(error)}
    />
  );
}
