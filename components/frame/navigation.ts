import type { ReactNode } from "react";

export type NavigationId = NavigationItem["id"];

export type NavigationItem = {
  /** Key of `frame.navigation`. */
  id:
    | "inbox"
    | "pipeline"
    | "contacts"
    | "tasks"
    | "search"
    | "campaigns"
    | "templates"
    | "chatbots"
    | "webhooks"
    | "reports"
    | "settings";
  href: string;
  /** Any of these suffices. */
  permissions: readonly string[];
  /** The shortcut that leads there. */
  key: string;
};

/** The signs, as the server has drawn them. */
export type NavigationIcons = Readonly<Record<NavigationId, ReactNode>>;
/** A place with its sign. */
export type NavigationPlace = NavigationItem & { icon: ReactNode };

/** Every place of the workspace, in the order of the rail; a new place is one line here and one word in `frame.navigation`. */
export const navigation: readonly NavigationItem[] = [
  { id: "inbox", href: "/inbox", permissions: ["clients_read", "clients_read_assigned"], key: "g i" },
  {
    id: "pipeline",
    href: "/pipeline",
    permissions: ["clients_read", "clients_read_assigned"],
    key: "g p",
  },
  {
    id: "contacts",
    href: "/contacts",
    permissions: ["clients_read", "clients_read_assigned"],
    key: "g c",
  },
  { id: "tasks", href: "/tasks", permissions: ["chat_talk"], key: "g k" },
  // Not in the rail, whose own search finds from any page and leads there.
  { id: "search", href: "/search", permissions: ["clients_read", "clients_read_assigned"], key: "/" },
  { id: "campaigns", href: "/campaigns", permissions: ["websites_read"], key: "g m" },
  { id: "templates", href: "/templates", permissions: ["websites_read"], key: "g t" },
  { id: "chatbots", href: "/chatbots", permissions: ["websites_read"], key: "g b" },
  { id: "webhooks", href: "/webhooks", permissions: ["webhooks_read"], key: "g w" },
  { id: "reports", href: "/reports", permissions: ["reports_read"], key: "g r" },
  { id: "settings", href: "/settings", permissions: [], key: "g s" },
];

export function permitted<Item extends { permissions: readonly string[] }>(
  items: readonly Item[],
  held: readonly string[],
): Item[] {
  return items.filter(
    ({ permissions }) =>
      permissions.length === 0 || held.includes("admin") || permissions.some((permission) => held.includes(permission)),
  );
}

export function isCurrent(href: string, pathname: string): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
