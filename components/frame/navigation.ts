import {
  Bot,
  ChartColumn,
  Inbox,
  ListTodo,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  Search,
  Settings,
  SquareKanban,
  Users,
  Webhook,
} from "lucide-react";

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
  icon: LucideIcon;
  /** Any of these suffices. */
  permissions: readonly string[];
  /** The shortcut that leads there. */
  key: string;
};

/** Every place of the workspace, in the order of the rail; a new place is one line here and one word in `frame.navigation`. */
export const navigation: readonly NavigationItem[] = [
  { id: "inbox", href: "/inbox", icon: Inbox, permissions: ["clients_read", "clients_read_assigned"], key: "g i" },
  {
    id: "pipeline",
    href: "/pipeline",
    icon: SquareKanban,
    permissions: ["clients_read", "clients_read_assigned"],
    key: "g p",
  },
  {
    id: "contacts",
    href: "/contacts",
    icon: Users,
    permissions: ["clients_read", "clients_read_assigned"],
    key: "g c",
  },
  { id: "tasks", href: "/tasks", icon: ListTodo, permissions: ["chat_talk"], key: "g k" },
  // Not in the rail, whose own search finds from any page and leads there.
  { id: "search", href: "/search", icon: Search, permissions: ["clients_read", "clients_read_assigned"], key: "/" },
  { id: "campaigns", href: "/campaigns", icon: Megaphone, permissions: ["websites_read"], key: "g m" },
  { id: "templates", href: "/templates", icon: MessageSquareText, permissions: ["websites_read"], key: "g t" },
  { id: "chatbots", href: "/chatbots", icon: Bot, permissions: ["websites_read"], key: "g b" },
  { id: "webhooks", href: "/webhooks", icon: Webhook, permissions: ["webhooks_read"], key: "g w" },
  { id: "reports", href: "/reports", icon: ChartColumn, permissions: ["reports_read"], key: "g r" },
  { id: "settings", href: "/settings", icon: Settings, permissions: [], key: "g s" },
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
