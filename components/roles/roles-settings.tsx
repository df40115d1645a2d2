"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { SettingsList, SettingsRow, SettingsRows } from "#components/settings/settings-list.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { laterForm } from "#components/ui/late/later.tsx";
import type { Role } from "#server/roles/schema.ts";
import { DeleteRole } from "./delete-role.tsx";
import type { EditedRole } from "./role-form.tsx";

const RoleForm = laterForm(
  () => import("./role-form.tsx"),
  (module) => module.RoleForm,
);

export function RolesSettings() {
  const t = useTranslations("roles");
  const trpc = useTRPC();
  const roles = useQuery(trpc.roles.list.queryOptions({}, { enabled: useMay("users_read") }));
  const mayWrite = useMay("users_write");
  const [edited, setEdited] = useState<EditedRole>();
  const [doomed, setDoomed] = useState<Role>();
  const list = roles.data ?? [];
  return (
    <SettingsList
      words={{
        title: t("title"),
        description: t("description"),
        add: t("add"),
        emptyTitle: t("emptyTitle"),
        emptyHint: t("emptyHint"),
      }}
      icon={<ShieldCheck />}
      permissions={["users_read"]}
      asked={roles}
      onAdd={mayWrite ? () => setEdited("new") : undefined}
      dialogs={
        <>
          <RoleForm edited={edited} onClose={() => setEdited(undefined)} />
          <DeleteRole role={doomed} onClose={() => setDoomed(undefined)} />
        </>
      }
    >
      <SettingsRows label={t("title")}>
        {list.map((role) => (
          <RoleRow
            key={role.id}
            role={role}
            mayWrite={mayWrite}
            onEdit={() => setEdited(role)}
            onDelete={() => setDoomed(role)}
          />
        ))}
      </SettingsRows>
    </SettingsList>
  );
}

type RoleRowProps = { role: Role; mayWrite: boolean; onEdit: () => void; onDelete: () => void };

function RoleRow({ role, mayWrite, onEdit, onDelete }: RoleRowProps) {
  const t = useTranslations("roles");
  const { name, people, permissions, readScope, maskedFields } = role;
  const reads = permissions.includes("clients_read") ? t(`reads.${readScope}`) : t("readsNothing");
  const tools = mayWrite ? { edit: t("edit", { name }), remove: t("delete", { name }) } : undefined;
  return (
    <SettingsRow tools={tools} onEdit={onEdit} onDelete={onDelete}>
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 flex-wrap items-center gap-2 font-medium text-sm">
          <span className="truncate">{name}</span>
          {maskedFields.map((field) => (
            <Badge key={field} tone="outline">
              {t(`hidden.${field}`)}
            </Badge>
          ))}
        </span>
        <span className="text-text-muted text-xs">
          {t("people", { count: people })} · {reads}
        </span>
      </div>
    </SettingsRow>
  );
}
