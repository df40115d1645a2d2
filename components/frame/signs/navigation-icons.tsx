import {
  Bot,
  ChartColumn,
  Inbox,
  ListTodo,
  Megaphone,
  MessageSquareText,
  Search,
  Settings,
  SquareKanban,
  Users,
  Webhook,
} from "lucide-react";
import type { NavigationIcons } from "../navigation.ts";

/** The signs of the places, for the server to draw: they are on every page, and no script then brings them. */
export const navigationIcons: NavigationIcons = {
  inbox: <Inbox aria-hidden />,
  pipeline: <SquareKanban aria-hidden />,
  contacts: <Users aria-hidden />,
  tasks: <ListTodo aria-hidden />,
  search: <Search aria-hidden />,
  campaigns: <Megaphone aria-hidden />,
  templates: <MessageSquareText aria-hidden />,
  chatbots: <Bot aria-hidden />,
  webhooks: <Webhook aria-hidden />,
  reports: <ChartColumn aria-hidden />,
  settings: <Settings aria-hidden />,
};
