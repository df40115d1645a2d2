/** The permissions of tokens and roles, with what each guards (decisions.md C1). */
export const permissions = {
  admin: "Everything",
  clients_read: "Read contacts, conversations, messages, notes and phases",
  clients_read_assigned: "Read only what is assigned to the token's owner",
  clients_write: "Write contacts, notes, tags, phases; change and delete conversations",
  clients_write_assigned: "Write only what is assigned to the token's owner",
  chat_talk: "Create conversations, send messages, assign, close, switch the bot",
  websites_read: "Read chatbots, channels, templates, triggers and integrations",
  websites_write: "Change chatbots, channels, templates, triggers and integrations",
  users_read: "Read users",
  users_write: "Create, change and deactivate users",
  reports_read: "Read reports",
  webhooks_read: "Read webhooks and their logs",
  webhooks_write: "Create, change, delete and test webhooks",
} as const;

export type Permission = keyof typeof permissions;

export const permissionNames = Object.keys(permissions).filter(isPermission);

/** Whether a text from outside names a permission. */
export function isPermission(value: string): value is Permission {
  return Object.hasOwn(permissions, value);
}

export const roles = ["admin", "supervisor", "agent", "viewer"] as const;
export type Role = (typeof roles)[number];

/** How far a custom role reaches: everything, what one's teams have, the role's channels, or one's own (W11). */
export const scopes = ["all", "team", "channel", "assigned"] as const;
export type Scope = (typeof scopes)[number];

/** What a custom role may hide of people. */
export const maskable = ["email", "phone"] as const;
export type Masked = (typeof maskable)[number];
/** What is hidden from somebody: with anything of people also the custom fields marked as personal data, by their keys. */
export type Mask = Masked | `field:${string}`;

/** What a custom role may hold: `admin` is a preset, and a scope says what `_assigned` says. */
export const rolePermissionNames = permissionNames.filter((name) => name !== "admin" && !name.endsWith("_assigned"));

/**
 * These carry records of the whole company as they are, or decide where they are sent: not together with masks, or with
 * a scope of reading that is not `all`.
 */
export const wholePermissions = {
  masked: ["webhooks_read", "webhooks_write", "websites_write"],
  narrowed: ["webhooks_read", "webhooks_write", "websites_write", "websites_read"],
} as const satisfies Record<string, readonly Permission[]>;

/** The preset that stands in `role` of who has a custom role, for clients that know only presets: never more than it. */
export function presetOf(held: readonly string[]): Role {
  return held.includes("chat_talk") ? "agent" : "viewer";
}

const rolePermissions: Record<Role, readonly Permission[]> = {
  admin: ["admin"],
  supervisor: ["clients_read", "clients_write", "chat_talk", "reports_read", "users_read", "websites_read"],
  agent: ["clients_read_assigned", "clients_write_assigned", "chat_talk"],
  viewer: ["clients_read", "reports_read"],
};

/** What a role may do; with `agentsSeeEverything` agents are not held to their own rows (C2). */
export function permissionsOfRole(role: Role, agentsSeeEverything = false): Permission[] {
  if (role === "agent" && agentsSeeEverything) {
    return ["clients_read", "clients_write", "chat_talk"];
  }
  return [...rolePermissions[role]];
}

/** Whether `held` contains the permission: `admin` holds all, `clients_x` is also met by `clients_x_assigned`. */
export function holds(held: ReadonlySet<string>, permission: Permission): boolean {
  if (held.has("admin") || held.has(permission)) return true;
  // Who may reach all rows may reach the assigned ones.
  if (permission === "clients_read_assigned") return held.has("clients_read");
  if (permission === "clients_write_assigned") return held.has("clients_write");
  return (permission === "clients_read" || permission === "clients_write") && held.has(`${permission}_assigned`);
}

/** Which of `wanted` go beyond what is held: to reach all rows is more than to reach the assigned ones. */
export function exceeding(held: ReadonlySet<string>, wanted: Iterable<string>): string[] {
  if (held.has("admin")) return [];
  return [...wanted].filter((one) => !held.has(one) && !held.has(one.replace(/_assigned$/, "")));
}

/** Token permissions cut to what their owner still has (C3). */
export function intersect(token: readonly string[], owner: ReadonlySet<string>): Set<string> {
  const result = new Set<string>();
  for (const permission of token.includes("admin") ? permissionNames : token) {
    if (!isPermission(permission)) continue;
    if (permission === "admin" ? owner.has("admin") : holds(owner, permission)) result.add(narrow(permission, owner));
  }
  return result;
}

function narrow(permission: Permission, owner: ReadonlySet<string>): Permission {
  if (owner.has("admin") || owner.has(permission)) return permission;
  if (permission === "clients_read") return "clients_read_assigned";
  if (permission === "clients_write") return "clients_write_assigned";
  return permission;
}
