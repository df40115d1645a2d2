import { seesEverything } from "#server/conversations/access.sql.ts";
import { type Actor, can } from "#server/core/actor.ts";
import { masksOf } from "#server/core/rights.ts";

/** An audience, in terms of the conversation or contact it is about. Rooms and `realtime.since` follow it. */
export type Audience =
  | { kind: "company" }
  | { kind: "user"; userId: string }
  /** Those who may read settings. */
  | { kind: "settings" }
  /** Full readers and the assignee; null means unassigned. */
  | { kind: "holders"; holders: readonly (string | null)[]; place?: Place }
  /** Previous assignees who may not see it any more. */
  | { kind: "formerly"; holders: readonly (string | null)[] }
  | { kind: "restricted" }
  /** Those who have the thread open. */
  | { kind: "thread"; conversationId: string; holders: readonly (string | null)[]; place?: Place };

/** Where a conversation belongs: people with a custom role may reach what is there (W11). */
export type Place = { teamIds: readonly string[]; channelIds: readonly string[] };

export const rooms = {
  /** Everyone of the company who is signed in. */
  company: (companyId: string) => `co:${companyId}`,
  /** Those who may read everything. */
  all: (companyId: string) => `all:${companyId}`,
  /** Those limited to their own rows. */
  restricted: (companyId: string) => `held:${companyId}`,
  /** Those who are shown events masked, beside their other rooms. */
  veiled: (companyId: string) => `veiled:${companyId}`,
  own: (companyId: string, userId: string) => `own:${companyId}:${userId}`,
  /** Those whose role reaches a team's or a channel's. */
  team: (companyId: string, teamId: string) => `team:${companyId}:${teamId}`,
  channel: (companyId: string, channelId: string) => `channel:${companyId}:${channelId}`,
  unassigned: (companyId: string) => `unassigned:${companyId}`,
  settings: (companyId: string) => `settings:${companyId}`,
  user: (companyId: string, userId: string) => `user:${companyId}:${userId}`,
  thread: (companyId: string, conversationId: string) => `conv:${companyId}:${conversationId}`,
  /** All open pages of one visitor on one channel. */
  visitor: (companyId: string, channelId: string, visitorId: string) =>
    `visitor:${companyId}:${channelId}:${visitorId}`,
  visitors: (companyId: string) => `visitors:${companyId}`,
};

/** The rooms a person belongs in by what it may see now. Threads come on top, one by one. */
export function roomsOf(actor: Actor): string[] {
  const { companyId, userId } = actor;
  const always = [
    ...[rooms.company(companyId), ...(userId ? [rooms.user(companyId, userId)] : [])],
    ...(masksOf(actor).length > 0 ? [rooms.veiled(companyId)] : []),
    ...(can(actor, "websites_read") ? [rooms.settings(companyId)] : []),
  ];
  if (!can(actor, "clients_read")) return always;
  if (seesEverything(actor)) return [...always, rooms.all(companyId)];
  return [
    ...always,
    rooms.restricted(companyId),
    ...(userId ? [rooms.own(companyId, userId)] : []),
    ...(actor.seesUnassigned ? [rooms.unassigned(companyId)] : []),
    ...placesOf(actor),
  ];
}

function placesOf({ companyId, sight }: Actor): string[] {
  if (sight?.read === "team") return sight.teamIds.map((id) => rooms.team(companyId, id));
  return sight?.read === "channel" ? sight.channelIds.map((id) => rooms.channel(companyId, id)) : [];
}

const within = (companyId: string, place: Place | undefined) => [
  ...(place?.teamIds ?? []).map((id) => rooms.team(companyId, id)),
  ...(place?.channelIds ?? []).map((id) => rooms.channel(companyId, id)),
];

const heldBy = (companyId: string, holders: readonly (string | null)[]) =>
  holders.map((holder) => (holder === null ? rooms.unassigned(companyId) : rooms.own(companyId, holder)));

/** The rooms in which an audience sits. */
export function roomsFor(companyId: string, audience: Audience): string[] {
  switch (audience.kind) {
    case "company":
      return [rooms.company(companyId)];
    case "user":
      return [rooms.user(companyId, audience.userId)];
    case "settings":
      return [rooms.settings(companyId)];
    case "holders":
      return [
        ...new Set([
          rooms.all(companyId),
          ...heldBy(companyId, audience.holders),
          ...within(companyId, audience.place),
        ]),
      ];
    case "formerly":
      return [...new Set(heldBy(companyId, audience.holders))];
    case "restricted":
      return [rooms.restricted(companyId)];
    case "thread":
      return [rooms.thread(companyId, audience.conversationId)];
  }
}

function holds(actor: Actor, holders: readonly (string | null)[]): boolean {
  return holders.some((holder) => (holder === null ? actor.seesUnassigned : holder === actor.userId));
}

function reaches({ sight }: Actor, place: Place | undefined): boolean {
  if (sight?.read === "team") return sight.teamIds.some((id) => place?.teamIds.includes(id));
  return sight?.read === "channel" && sight.channelIds.some((id) => place?.channelIds.includes(id));
}

/** Whether the actor belongs to the audience: the same rule as the rooms, without a socket. */
export function isInAudience(actor: Actor, audience: Audience): boolean {
  switch (audience.kind) {
    case "company":
      return true;
    case "user":
      return audience.userId === actor.userId;
    case "settings":
      return can(actor, "websites_read");
    case "restricted":
      return can(actor, "clients_read") && !seesEverything(actor);
    case "formerly":
      return can(actor, "clients_read") && !seesEverything(actor) && holds(actor, audience.holders);
    case "holders":
    case "thread":
      return (
        can(actor, "clients_read") &&
        (seesEverything(actor) || holds(actor, audience.holders) || reaches(actor, audience.place))
      );
  }
}
