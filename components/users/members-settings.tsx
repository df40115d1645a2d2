"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MailPlus, Plus, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { SearchBox } from "#components/filters/search-box.tsx";
import { Select } from "#components/forms/select.tsx";
import { useMay, useProfile } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { DataTable } from "#components/tables/data-table.tsx";
import { Pager } from "#components/tables/pager.tsx";
import type { Column } from "#components/tables/table-columns.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { laterForm, laterModal } from "#components/ui/late/later.tsx";
import type { User } from "#server/users/schema.ts";
import { membersPerPage } from "./members-query.ts";

const EditMember = laterForm(
  () => import("./edit-member.tsx"),
  (module) => module.EditMember,
);

const CreateMember = laterModal(
  () => import("./create-member.tsx"),
  (module) => module.CreateMember,
);

/* In pieces of their own: most visits invite nobody. */
const InviteMember = dynamic(
  () => untilLoaded(() => import("./invite-member.tsx")).then((module) => module.InviteMember),
  { loading: () => null },
);
const InvitationList = dynamic(() =>
  untilLoaded(() => import("./invitation-list.tsx")).then((module) => module.InvitationList),
);

const states = ["active", "inactive", "all"] as const;
type State = (typeof states)[number];

function useColumns(): Column<User>[] {
  const t = useTranslations("users");
  const self = useProfile().user.id;
  const own = useQuery(useTRPC().roles.names.queryOptions({})).data ?? [];
  return [
    {
      id: "name",
      header: t("members.name"),
      cell: (user) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <Avatar id={user.id} name={user.name} src={user.avatarUrl || undefined} decorative />
          <span className="truncate font-medium">{user.name}</span>
          {user.id === self ? <span className="text-text-faint text-xs">{t("members.you")}</span> : null}
          {user.active ? null : <Badge tone="outline">{t("members.inactive")}</Badge>}
        </span>
      ),
    },
    {
      id: "email",
      header: t("members.email"),
      from: "md",
      cell: (user) => <span className="truncate text-text-muted">{user.email}</span>,
      copy: (user) => user.email,
    },
    {
      id: "role",
      header: t("members.role"),
      width: 140,
      cell: (user) => (
        <Badge tone={user.role === "admin" ? "accent" : "neutral"}>
          {own.find(({ id }) => id === user.roleId)?.name ?? t(`roles.${user.role}`)}
        </Badge>
      ),
    },
  ];
}

export function MembersSettings() {
  const t = useTranslations("users.members");
  const mayWrite = useMay("users_write");
  const [creating, setCreating] = useState(false);
  const [inviting, setInviting] = useState(false);
  const invitations = useQuery(useTRPC().invitations.list.queryOptions({}, { enabled: useMay("users_read") }));
  // Also where they could not be read, to say so.
  const invited = invitations.isError || (invitations.data?.length ?? 0) > 0;
  return (
    <SettingsPage
      title={t("title")}
      description={t("description")}
      permissions={["users_read"]}
      actions={
        mayWrite ? (
          <>
            <Button icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
              {t("add")}
            </Button>
            <Button variant="primary" icon={<MailPlus aria-hidden />} onClick={() => setInviting(true)}>
              {t("invite")}
            </Button>
          </>
        ) : undefined
      }
    >
      {invited ? <InvitationList mayWrite={mayWrite} /> : null}
      <MemberTable mayWrite={mayWrite} />
      {inviting ? <InviteMember open onOpenChange={setInviting} /> : null}
      <CreateMember open={creating} onOpenChange={setCreating} />
    </SettingsPage>
  );
}

function MemberTable({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslations("users.members");
  const trpc = useTRPC();
  const columns = useColumns();
  const [search, setSearch] = useState("");
  const [state, setState] = useState<State>("active");
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<User>();
  const filters = {
    ...(state === "all" ? {} : { active: state === "active" }),
    ...(search ? { search } : {}),
  };
  const users = useQuery(
    trpc.users.list.queryOptions({ ...filters, page, limit: membersPerPage }, { placeholderData: keepPreviousData }),
  );
  const status =
    users.isError && !users.data ? "error" : users.isPending ? "loading" : users.isPlaceholderData ? "stale" : "ready";
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-5 py-2 phone:px-4">
        <SearchBox
          label={t("search")}
          value={search}
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
          className="min-w-40 max-w-70 flex-1"
        />
        <Select
          aria-label={t("state")}
          value={state}
          onValueChange={(next) => {
            setState(next);
            setPage(1);
          }}
          options={states.map((value) => ({ value, label: t(value) }))}
          className="w-auto shrink-0"
        />
      </div>
      <DataTable
        label={t("table")}
        columns={columns}
        rows={users.data?.data ?? []}
        rowKey={(user) => user.id}
        rowLabel={(user) => t("open", { name: user.name })}
        status={status}
        onRetry={() => void users.refetch()}
        skeletonRows={6}
        {...(mayWrite ? { onRowOpen: setEdited } : {})}
        empty={<EmptyState icon={<Users />} title={t("nobody")} description={t("nobodyHint")} />}
      />
      {(users.data?.pagination.total ?? 0) > membersPerPage ? (
        <Pager page={page} pageSize={membersPerPage} total={users.data?.pagination.total ?? 0} onPageChange={setPage} />
      ) : null}
      <EditMember edited={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}
