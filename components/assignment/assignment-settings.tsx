"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Route, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ColorDot } from "#components/colors/color-dot.tsx";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { AssignmentPolicy } from "#server/assignment/schema.ts";
import { DeletePolicy } from "./delete-policy.tsx";
import { PolicyForm } from "./policy-form.tsx";
import { usePolicyWords } from "./policy-words.ts";

/** A team or a channel, with its policy where it has one. */
export type Subject = {
  key: string;
  name: string;
  of: { teamId: string } | { channelId: string };
  icon: ReactNode;
  policy: AssignmentPolicy | undefined;
};

/** Who is given what waits: by team, and by channel for what belongs to no team. */
export function AssignmentSettings() {
  const t = useTranslations("assignment");
  const trpc = useTRPC();
  const asked = { enabled: useMay("users_read") };
  const mayWrite = useMay("users_write");
  const policies = useQuery(trpc.assignment.policies.queryOptions({}, asked));
  const teams = useQuery(trpc.teams.names.queryOptions({}, asked));
  const channels = useQuery(trpc.channels.names.queryOptions({}, asked));
  const [edited, setEdited] = useState<Subject>();
  const [doomed, setDoomed] = useState<Subject>();
  const all = [policies, teams, channels];
  const failed = all.some((one) => one.isError && !one.data);
  const ready = policies.data && teams.data && channels.data;
  const ofTeams: Subject[] = (teams.data ?? []).map(({ id, name, color }) => ({
    ...{ key: id, name, of: { teamId: id }, icon: <ColorDot color={color} /> },
    policy: policies.data?.find((one) => one.teamId === id),
  }));
  const ofChannels: Subject[] = (channels.data ?? []).map(({ id, label, type }) => ({
    ...{ key: id, name: label, of: { channelId: id }, icon: <ChannelIcon channel={type} decorative /> },
    policy: policies.data?.find((one) => one.channelId === id),
  }));
  const rows = { mayWrite, onEdit: setEdited, onDelete: setDoomed };
  return (
    <SettingsPage title={t("title")} description={t("description")} permissions={["users_read"]}>
      <div className="grid gap-8 px-5 pt-2 pb-8 phone:px-4">
        {failed ? (
          <ErrorState
            onRetry={() => {
              for (const one of all) void one.refetch();
            }}
            retrying={all.some((one) => one.isFetching)}
          />
        ) : null}
        {!(ready || failed) && asked.enabled ? <Skeleton className="h-60 rounded-lg" /> : null}
        {ready && ofTeams.length + ofChannels.length === 0 ? (
          <EmptyState icon={<Route />} title={t("emptyTitle")} description={t("emptyHint")} />
        ) : null}
        {ready ? (
          <>
            <Subjects title={t("teams")} hint={t("teamsHint")} subjects={ofTeams} {...rows} />
            <Subjects title={t("channels")} hint={t("channelsHint")} subjects={ofChannels} {...rows} />
          </>
        ) : null}
      </div>
      <PolicyForm subject={edited} teams={teams.data ?? []} onClose={() => setEdited(undefined)} />
      <DeletePolicy subject={doomed} onClose={() => setDoomed(undefined)} />
    </SettingsPage>
  );
}

type RowDeeds = { mayWrite: boolean; onEdit: (subject: Subject) => void; onDelete: (subject: Subject) => void };
type SubjectsProps = RowDeeds & { title: string; hint: string; subjects: readonly Subject[] };

function Subjects({ title, hint, subjects, ...deeds }: SubjectsProps) {
  if (subjects.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="font-medium text-base">{title}</h2>
      <p className="text-pretty text-sm text-text-muted">{hint}</p>
      <ul aria-label={title} className="grid divide-y divide-border rounded-lg border border-border">
        {subjects.map((subject) => (
          <SubjectRow key={subject.key} subject={subject} {...deeds} />
        ))}
      </ul>
    </section>
  );
}

function SubjectRow({ subject, mayWrite, onEdit, onDelete }: RowDeeds & { subject: Subject }) {
  const t = useTranslations("assignment");
  const words = usePolicyWords();
  const { name, icon, policy } = subject;
  return (
    <li className="flex min-h-14 items-center gap-2 py-2 pr-2 pl-3">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="flex min-w-0 items-center gap-2 font-medium text-sm">
          {icon}
          <span className="truncate">{name}</span>
          {policy ? (
            <Badge tone={policy.method === "manual" ? "neutral" : "accent"}>{t(`methods.${policy.method}`)}</Badge>
          ) : null}
        </span>
        <span className="text-pretty text-text-muted text-xs">{policy ? words(policy) : t("noPolicy")}</span>
      </div>
      {mayWrite && policy ? (
        <>
          <IconButton label={t("edit", { name })} onClick={() => onEdit(subject)}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={t("delete", { name })} variant="danger" onClick={() => onDelete(subject)}>
            <Trash2 aria-hidden />
          </IconButton>
        </>
      ) : null}
      {mayWrite && !policy ? (
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          aria-label={t("setUpFor", { name })}
          onClick={() => onEdit(subject)}
        >
          {t("setUp")}
        </Button>
      ) : null}
    </li>
  );
}
