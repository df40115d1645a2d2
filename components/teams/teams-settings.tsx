"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2, UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ColorDot } from "#components/colors/color-dot.tsx";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { maxTeams } from "#server/teams/choices.ts";
import type { Team } from "#server/teams/schema.ts";
import { DeleteTeam } from "./delete-team.tsx";
import { type EditedTeam, TeamForm } from "./team-form.tsx";
import { usePeople } from "./use-people.ts";

export function TeamsSettings() {
  const t = useTranslations("teams");
  const trpc = useTRPC();
  const teams = useQuery(trpc.teams.list.queryOptions({ limit: maxTeams }, { enabled: useMay("users_read") }));
  const mayWrite = useMay("users_write");
  const [edited, setEdited] = useState<EditedTeam>();
  const [doomed, setDoomed] = useState<Team>();
  const list = teams.data?.data ?? [];
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
        {teams.isError ? <ErrorState onRetry={() => void teams.refetch()} retrying={teams.isFetching} /> : null}
        {teams.isLoading ? <Skeleton className="h-40 rounded-lg" /> : null}
        {teams.data && list.length === 0 ? (
          <EmptyState icon={<UsersRound />} title={t("emptyTitle")} description={t("emptyHint")} actions={add} />
        ) : null}
        <ul
          aria-label={t("title")}
          className="grid divide-y divide-border rounded-lg border border-border empty:hidden"
        >
          {list.map((team) => (
            <TeamRow
              key={team.id}
              team={team}
              mayWrite={mayWrite}
              onEdit={() => setEdited(team)}
              onDelete={() => setDoomed(team)}
            />
          ))}
        </ul>
      </div>
      <TeamForm edited={edited} count={list.length} onClose={() => setEdited(undefined)} />
      <DeleteTeam team={doomed} onClose={() => setDoomed(undefined)} />
    </SettingsPage>
  );
}

type TeamRowProps = { team: Team; mayWrite: boolean; onEdit: () => void; onDelete: () => void };

function TeamRow({ team: { name, color, members, channels }, mayWrite, onEdit, onDelete }: TeamRowProps) {
  const t = useTranslations("teams");
  return (
    <li className="flex min-h-14 items-center gap-2 py-2 pr-2 pl-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 items-center gap-2 font-medium text-sm">
          <ColorDot color={color} />
          <span className="truncate">{name}</span>
        </span>
        <span className="truncate text-text-muted text-xs">
          {t("members", { count: members.length })} · {t("channels", { count: channels.length })}
        </span>
      </div>
      <Faces ids={members.map(({ userId }) => userId)} />
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

const most = 5;

/** Who belongs to it, at a glance. */
function Faces({ ids }: { ids: readonly string[] }) {
  const { nameOf, user } = usePeople();
  const known = ids.filter((id) => user(id));
  return (
    <span className="flex shrink-0 items-center gap-0.5 phone:hidden">
      {known.slice(0, most).map((id) => (
        <Avatar key={id} id={id} name={nameOf(id)} src={user(id)?.avatarUrl} />
      ))}
      {known.length > most ? (
        <span className="tabular pl-1.5 text-text-muted text-xs">+{known.length - most}</span>
      ) : null}
    </span>
  );
}
