import {
  Bot,
  ChartColumn,
  Inbox,
  ListTodo,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
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
  /** The second key of the shortcut `g …`. */
  key: string;
};

/** Every place of the workspace, in the order of the rail; a new place is one line here and one word in `frame.navigation`. */
export const navigation: readonly NavigationItem[] = [
  { id: "inbox", href: "/inbox", icon: Inbox, permissions: ["clients_read", "clients_read_assigned"], key: "i" },
  {
    id: "pipeline",
    href: "/pipeline",
    icon: SquareKanban,
    permissions: ["clients_read", "clients_read_assigned"],
    key: "p",
  },
  { id: "contacts", href: "/contacts", icon: Users, permissions: ["clients_read", "clients_read_assigned"], key: "c" },
  { id: "tasks", href: "/tasks", icon: ListTodo, permissions: ["chat_talk"], key: "k" },
  { id: "campaigns", href: "/campaigns", icon: Megaphone, permissions: ["websites_read"], key: "m" },
  { id: "templates", href: "/templates", icon: MessageSquareText, permissions: ["websites_read"], key: "t" },
  { id: "chatbots", href: "/chatbots", icon: Bot, permissions: ["websites_read"], key: "b" },
  { id: "webhooks", href: "/webhooks", icon: Webhook, permissions: ["webhooks_read"], key: "w" },
  { id: "reports", href: "/reports", icon: ChartColumn, permissions: ["reports_read"], key: "r" },
  { id: "settings", href: "/settings", icon: Settings, permissions: [], key: "s" },
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
