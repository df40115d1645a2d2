"use client";

import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ColorDot } from "#components/colors/color-dot.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { SettingsList, SettingsRow, SettingsRows } from "#components/settings/settings-list.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { laterForm } from "#components/ui/late/later.tsx";
import { maxTeams } from "#server/teams/choices.ts";
import type { Team } from "#server/teams/schema.ts";
import { DeleteTeam } from "./delete-team.tsx";
import type { EditedTeam } from "./team-form.tsx";
import { usePeople } from "./use-people.ts";

const TeamForm = laterForm(
  () => import("./team-form.tsx"),
  (module) => module.TeamForm,
);

export function TeamsSettings() {
  const t = useTranslations("teams");
  const trpc = useTRPC();
  // Here already, so that the form has its choice of hours from the first.
  useQuery(trpc.calendars.list.queryOptions({}, { enabled: useMay("websites_read") }));
  const teams = useQuery(trpc.teams.list.queryOptions({ limit: maxTeams }, { enabled: useMay("users_read") }));
  const mayWrite = useMay("users_write");
  const [edited, setEdited] = useState<EditedTeam>();
  const [doomed, setDoomed] = useState<Team>();
  const list = teams.data?.data ?? [];
  return (
    <SettingsList
      words={{
        title: t("title"),
        description: t("description"),
        add: t("add"),
        emptyTitle: t("emptyTitle"),
        emptyHint: t("emptyHint"),
      }}
      icon={<UsersRound />}
      permissions={["users_read"]}
      asked={{ ...teams, data: teams.data?.data }}
      onAdd={mayWrite ? () => setEdited("new") : undefined}
      dialogs={
        <>
          <TeamForm edited={edited} count={list.length} onClose={() => setEdited(undefined)} />
          <DeleteTeam team={doomed} onClose={() => setDoomed(undefined)} />
        </>
      }
    >
      <SettingsRows label={t("title")}>
        {list.map((team) => (
          <TeamRow
            key={team.id}
            team={team}
            mayWrite={mayWrite}
            onEdit={() => setEdited(team)}
            onDelete={() => setDoomed(team)}
          />
        ))}
      </SettingsRows>
    </SettingsList>
  );
}

type TeamRowProps = { team: Team; mayWrite: boolean; onEdit: () => void; onDelete: () => void };

function TeamRow({ team: { name, color, members, channels }, mayWrite, onEdit, onDelete }: TeamRowProps) {
  const t = useTranslations("teams");
  const tools = mayWrite ? { edit: t("edit", { name }), remove: t("delete", { name }) } : undefined;
  return (
    <SettingsRow tools={tools} onEdit={onEdit} onDelete={onDelete}>
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
    </SettingsRow>
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
