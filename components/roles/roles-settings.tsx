"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, ShieldCheck, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Role } from "#server/roles/schema.ts";
import { DeleteRole } from "./delete-role.tsx";
import { type EditedRole, RoleForm } from "./role-form.tsx";

export function RolesSettings() {
  const t = useTranslations("roles");
  const trpc = useTRPC();
  const roles = useQuery(trpc.roles.list.queryOptions({}, { enabled: useMay("users_read") }));
  const mayWrite = useMay("users_write");
  const [edited, setEdited] = useState<EditedRole>();
  const [doomed, setDoomed] = useState<Role>();
  const list = roles.data ?? [];
  const add = mayWrite ? (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEdited("new")}>
      {t("add")}
    </Button>
  ) : undefined;
  return (
    <SettingsPage
      title={t("title")}
      description={t("description")}
      permissions={["users_read"]}
      actions={list.length > 0 ? add : undefined}
    >
      <div className="px-5 pt-2 pb-8 phone:px-4">
        {roles.isError ? <ErrorState onRetry={() => void roles.refetch()} retrying={roles.isFetching} /> : null}
        {roles.isLoading ? <Skeleton className="h-40 rounded-lg" /> : null}
        {roles.data && list.length === 0 ? (
          <EmptyState icon={<ShieldCheck />} title={t("emptyTitle")} description={t("emptyHint")} actions={add} />
        ) : null}
        <ul
          aria-label={t("title")}
          className="grid divide-y divide-border rounded-lg border border-border empty:hidden"
        >
          {list.map((role) => (
            <RoleRow
              key={role.id}
              role={role}
              mayWrite={mayWrite}
              onEdit={() => setEdited(role)}
              onDelete={() => setDoomed(role)}
            />
          ))}
        </ul>
      </div>
      <RoleForm edited={edited} onClose={() => setEdited(undefined)} />
      <DeleteRole role={doomed} onClose={() => setDoomed(undefined)} />
    </SettingsPage>
  );
}

type RoleRowProps = { role: Role; mayWrite: boolean; onEdit: () => void; onDelete: () => void };

function RoleRow({ role, mayWrite, onEdit, onDelete }: RoleRowProps) {
  const t = useTranslations("roles");
  const { name, people, permissions, readScope, maskedFields } = role;
  const reads = permissions.includes("clients_read") ? t(`reads.${readScope}`) : t("readsNothing");
  return (
    <li className="flex min-h-14 items-center gap-2 py-2 pr-2 pl-3">
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
      {mayWrite ? (
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
