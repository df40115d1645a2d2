"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Pencil, Plus, TextCursorInput, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
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
import { fieldEntities } from "#server/fields/choices.ts";
import type { CustomField } from "#server/fields/schema.ts";
import { type EditedField, FieldForm } from "./field-form.tsx";

export function FieldsSettings() {
  const t = useTranslations("fields");
  const trpc = useTRPC();
  const fields = useQuery(trpc.fields.list.queryOptions({}));
  const [edited, setEdited] = useState<EditedField>();
  const [doomed, setDoomed] = useState<CustomField>();
  const list = fields.data ?? [];
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
      {t("add")}
    </Button>
  );
  return (
    <SettingsPage
      title={t("title")}
      description={t("description")}
      permissions={["clients_write"]}
      actions={list.length > 0 ? add : undefined}
    >
      <div className="px-5 pt-2 pb-8 phone:px-4">
        {fields.isError ? <ErrorState onRetry={() => void fields.refetch()} retrying={fields.isFetching} /> : null}
        {fields.isPending ? <Skeleton className="h-40 rounded-lg" /> : null}
        {fields.data && list.length === 0 ? (
          <EmptyState icon={<TextCursorInput />} title={t("emptyTitle")} description={t("emptyHint")} actions={add} />
        ) : null}
        <div className="grid gap-6">
          {fieldEntities.map((entity) => {
            const own = list.filter((field) => field.entity === entity);
            if (own.length === 0) return null;
            return (
              <section key={entity} className="grid gap-2">
                <h2 className="font-medium text-sm">{t(`entities.${entity}`)}</h2>
                <FieldList label={t(`entities.${entity}`)} fields={own} onEdit={setEdited} onDelete={setDoomed} />
              </section>
            );
          })}
        </div>
      </div>
      <FieldForm edited={edited} onClose={() => setEdited(undefined)} />
      <DeleteField field={doomed} onClose={() => setDoomed(undefined)} />
    </SettingsPage>
  );
}

type FieldListProps = {
  label: string;
  fields: readonly CustomField[];
  onEdit: (field: CustomField) => void;
  onDelete: (field: CustomField) => void;
};

function FieldList({ label, fields, onEdit, onDelete }: FieldListProps) {
  const t = useTranslations("fields");
  return (
    <ul aria-label={label} className="grid divide-y divide-border rounded-lg border border-border">
      {fields.map((field) => (
        <li key={field.id} className="flex min-h-12 items-center gap-2 py-1 pr-2 pl-3">
          <div className="grid min-w-0 flex-1">
            <span className="flex min-w-0 items-center gap-2">
              <span className="truncate font-medium text-sm">{field.label}</span>
              {field.requiredOnClose ? <Badge>{t("required")}</Badge> : null}
              {field.visibleToVisitor ? <Badge>{t("visible")}</Badge> : null}
              {field.personalData ? <Badge>{t("personal")}</Badge> : null}
            </span>
            <span className="truncate text-text-muted text-xs">
              {t(`types.${field.type}`)} · {field.key}
            </span>
          </div>
          <IconButton label={t("edit", { name: field.label })} onClick={() => onEdit(field)}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={t("delete", { name: field.label })} variant="danger" onClick={() => onDelete(field)}>
            <Trash2 aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function DeleteField({ field, onClose }: { field: CustomField | undefined; onClose: () => void }) {
  const t = useTranslations("fields.remove");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const remove = useMutation(trpc.fields.delete.mutationOptions());
  const confirm = async () => {
    if (!field) return;
    await remove.mutateAsync({ fieldId: field.id });
    cache.refresh(cache.of("fields"));
    toast.success(t("done", { name: field.label }));
  };
  return (
    <ConfirmDialog
      danger
      open={field !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={t("title", { name: field?.label ?? "" })}
      description={t("description")}
      confirmLabel={t("confirm")}
      onConfirm={confirm}
      errorText={(error) => refusals.sentence(error)}
    />
  );
}
