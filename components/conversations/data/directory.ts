"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "#components/live/api.ts";
import type { Phase } from "#server/phases/schema.ts";
import type { OperatorTag } from "#server/tags/schema.ts";
import type { TeamName } from "#server/teams/schema.ts";
import type { UserName } from "#server/users/schema.ts";

export type Directory = {
  users: readonly UserName[];
  phases: readonly Phase[];
  tags: readonly OperatorTag[];
  teams: readonly TeamName[];
  /** The name behind an id; undefined while it is not known. */
  user: (id: string) => string | undefined;
  phase: (id: string) => string | undefined;
  team: (id: string) => TeamName | undefined;
  /** Whether a bot answers here: the channel's chatbot, or one that has spoken through the API. */
  served: (row: Served) => boolean;
};

type Served = { channelId: string; participants: readonly { type: string }[] };

/** A custom role that may not talk stands as a viewer too: nobody else could answer what they are given. */
export const mayBeGiven = ({ active, role }: Pick<UserName, "active" | "role">): boolean => active && role !== "viewer";

/** Who may be chosen to get something: those who could answer, and who was chosen already. */
export const choosable = (users: readonly UserName[], chosen: readonly unknown[]): readonly UserName[] =>
  users.filter((user) => mayBeGiven(user) || chosen.includes(user.id));

const none: readonly never[] = [];

/** The people, the teams, the phases and the tags, by name: what rows, menus and event lines speak of. */
export function useDirectory(): Directory {
  const trpc = useTRPC();
  const users = useQuery(trpc.users.names.queryOptions({})).data ?? none;
  const phases = useQuery(trpc.phases.list.queryOptions({})).data ?? none;
  const tags = useQuery(trpc.tags.list.queryOptions({})).data ?? none;
  const teams = useQuery(trpc.teams.names.queryOptions({})).data ?? none;
  const channels = useQuery(trpc.channels.names.queryOptions({})).data ?? none;
  return useMemo(() => {
    const userNames = new Map(users.map((user) => [user.id, user.name]));
    const phaseNames = new Map(phases.map((phase) => [phase.id, phase.name]));
    const served = new Set(channels.filter((channel) => channel.served).map(({ id }) => id));
    return {
      users,
      phases,
      tags,
      teams,
      user: (id) => userNames.get(id),
      phase: (id) => phaseNames.get(id),
      team: (id) => teams.find((team) => team.id === id),
      served: ({ channelId, participants }) =>
        served.has(channelId) || participants.some(({ type }) => type === "robot"),
    };
  }, [users, phases, tags, teams, channels]);
}
