"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";
import { Deletion } from "#components/settings/deletion.tsx";
import type { Team } from "#server/teams/schema.ts";

type DeleteTeamProps = { team: Team | undefined; onClose: () => void };

/** Says what goes with it: conversations leave it, its views and its assignment go. */
export function DeleteTeam({ team, onClose }: DeleteTeamProps) {
  const t = useTranslations("teams.remove");
  const trpc = useTRPC();
  const remove = useMutation(trpc.teams.delete.mutationOptions());
  const asked = { enabled: team !== undefined };
  const load = useQuery(trpc.assignment.workload.queryOptions({}, asked)).data;
  const policies = useQuery(trpc.assignment.policies.queryOptions({}, asked)).data;
  const views = useQuery(trpc.views.list.queryOptions({ scope: "team" }, asked)).data;
  const ofTeam = (one: { teamId: string | null }) => one.teamId === team?.id;
  const lost = [
    { key: "conversations" as const, count: load?.teams.find(ofTeam)?.open ?? 0 },
    { key: "views" as const, count: views?.filter(ofTeam).length ?? 0 },
    { key: "policy" as const, count: policies?.filter(ofTeam).length ?? 0 },
    { key: "fallback" as const, count: policies?.filter((one) => one.fallbackTeamId === team?.id).length ?? 0 },
  ].filter(({ count }) => count > 0);
  const name = team?.name ?? "";
  return (
    <Deletion
      open={team !== undefined}
      words={{
        title: t("title", { name }),
        description: t("description"),
        confirm: t("confirm"),
        done: t("done", { name }),
      }}
      run={() => remove.mutateAsync({ teamId: team?.id ?? "" })}
      lists="teams"
      onClose={onClose}
    >
      {lost.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-5 text-sm text-text-muted">
          {lost.map(({ key, count }) => (
            <li key={key}>{t(key, { count })}</li>
          ))}
        </ul>
      ) : null}
    </Deletion>
  );
}
