"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { TextCursorInput } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "#components/live/api.ts";
import { Deletion } from "#components/settings/deletion.tsx";
import { SettingsList, SettingsRow, SettingsRows } from "#components/settings/settings-list.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { laterForm } from "#components/ui/late/later.tsx";
import { fieldEntities } from "#server/fields/choices.ts";
import type { CustomField } from "#server/fields/schema.ts";
import type { EditedField } from "./field-form.tsx";

const FieldForm = laterForm(
  () => import("./field-form.tsx"),
  (module) => module.FieldForm,
);

export function FieldsSettings() {
  const t = useTranslations("fields");
  const trpc = useTRPC();
  const fields = useQuery(trpc.fields.list.queryOptions({}));
  const [edited, setEdited] = useState<EditedField>();
  const [doomed, setDoomed] = useState<CustomField>();
  const list = fields.data ?? [];
  return (
    <SettingsList
      words={{
        title: t("title"),
        description: t("description"),
        add: t("add"),
        emptyTitle: t("emptyTitle"),
        emptyHint: t("emptyHint"),
      }}
      icon={<TextCursorInput />}
      permissions={["clients_write"]}
      asked={fields}
      onAdd={() => setEdited("new")}
      dialogs={
        <>
          <FieldForm edited={edited} onClose={() => setEdited(undefined)} />
          <DeleteField field={doomed} onClose={() => setDoomed(undefined)} />
        </>
      }
    >
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
    </SettingsList>
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
    <SettingsRows label={label}>
      {fields.map((field) => (
        <SettingsRow
          key={field.id}
          tools={{ edit: t("edit", { name: field.label }), remove: t("delete", { name: field.label }) }}
          onEdit={() => onEdit(field)}
          onDelete={() => onDelete(field)}
        >
          <div className="grid min-w-0 flex-1">
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <span className="truncate font-medium text-sm">{field.label}</span>
              {field.requiredOnClose ? <Badge>{t("required")}</Badge> : null}
              {field.visibleToVisitor ? <Badge>{t("visible")}</Badge> : null}
              {field.personalData ? <Badge>{t("personal")}</Badge> : null}
            </span>
            <span className="truncate text-text-muted text-xs">
              {t(`types.${field.type}`)} · {field.key}
            </span>
          </div>
        </SettingsRow>
      ))}
    </SettingsRows>
  );
}

function DeleteField({ field, onClose }: { field: CustomField | undefined; onClose: () => void }) {
  const t = useTranslations("fields.remove");
  const remove = useMutation(useTRPC().fields.delete.mutationOptions());
  const name = field?.label ?? "";
  return (
    <Deletion
      open={field !== undefined}
      words={{
        title: t("title", { name }),
        description: t("description"),
        confirm: t("confirm"),
        done: t("done", { name }),
      }}
      run={() => remove.mutateAsync({ fieldId: field?.id ?? "" })}
      lists="fields"
      onClose={onClose}
    />
  );
}
