import { holds, type Mask, type Permission, type Scope } from "./permissions.ts";

/** How far a custom role reaches, and what it hides (W11). */
export type Sight = {
  read: Scope;
  /** Changing and talking; never further than reading. */
  write: Scope;
  /** The person's teams, where a scope is `team`. */
  teamIds: readonly string[];
  /** The role's channels, where a scope is `channel`. */
  channelIds: readonly string[];
  masks: readonly Mask[];
};

/** Who acts. Every operation gets one; its company is the scope of everything it touches. */
export type Actor = {
  type: "user" | "token" | "visitor" | "robot" | "system";
  companyId: string;
  /** User, token, visitor session or chatbot id; "system" for jobs. */
  id: string;
  /** The person behind it: the user itself, or the token's owner. */
  userId: string | null;
  name: string;
  permissions: ReadonlySet<string>;
  /** Signed-in users of role agent also see unassigned conversations (C2). */
  seesUnassigned: boolean;
  /** People with a custom role, and their tokens: how far it reaches. Absent: as the permissions say. */
  sight?: Sight;
  /** What acts on behalf of it: `bulk:` or `undo:` with the id of the job, `macro:` with its own, `rule:` with its own and its run's; absent: it acts by hand. */
  via?: string;
  /** Signed-in people: the session they came with. */
  sessionId?: string;
  /** The administrator who looks at the product as this person, and changes nothing (W11). */
  seenBy?: Actor;
  /** Visitors only: what their session reaches. */
  visitor?: { sessionId: string; channelId: string; visitorId: string };
};

export type Rights = Pick<Actor, "permissions" | "seesUnassigned" | "sight">;

/** Who it really is, also where they look as somebody else. */
export function personBehind(actor: Actor): Actor {
  return actor.seenBy ?? actor;
}

/** Whether they hold a permission, or one that includes it. */
export function can(actor: Actor, permission: Permission): boolean {
  return holds(actor.permissions, permission);
}

/** Limited to rows assigned to its person: `_assigned` without the full permission. */
export function onlyAssigned(actor: Actor, permission: "clients_read" | "clients_write"): boolean {
  const held = actor.permissions;
  return !held.has("admin") && !held.has(permission);
}

/** A job, seed or timer acting inside one company. */
export function systemActor(companyId: string): Actor {
  return {
    type: "system",
    companyId,
    id: "system",
    userId: null,
    name: "System",
    permissions: new Set(["admin"]),
    seesUnassigned: true,
  };
}

/** A chatbot acting inside one company. */
export function robotActor(companyId: string, chatbot: { id: string; name: string }): Actor {
  return { ...systemActor(companyId), type: "robot", id: chatbot.id, name: chatbot.name };
}
