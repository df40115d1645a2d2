"use client";

import {
  AlarmClock,
  AtSign,
  CircleAlert,
  ClockAlert,
  FileUp,
  Hourglass,
  ListTodo,
  type LucideIcon,
  MessageCircle,
  TriangleAlert,
  Unplug,
  UserPlus,
  UserRoundCheck,
  Webhook,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { seenName } from "#components/names/showing.ts";
import type { NotificationKind } from "#server/notifications/choices.ts";
import type { Notification } from "#server/notifications/schema.ts";

export const kindIcons: Readonly<Record<NotificationKind, LucideIcon>> = {
  assigned: UserRoundCheck,
  mentioned: AtSign,
  replied: MessageCircle,
  unassigned_new: UserPlus,
  snooze_over: AlarmClock,
  sla_warning: Hourglass,
  sla_breached: CircleAlert,
  task_due: ListTodo,
  scheduled_failed: ClockAlert,
  webhook_failing: Webhook,
  webhook_held: Webhook,
  integration_failing: Unplug,
  channel_failing: TriangleAlert,
  import_done: FileUp,
};

/** What happened, in one sentence. */
export function useNotificationWords(): (notification: Notification) => string {
  const t = useTranslations("notifications");
  return ({ kind, name, actor, count }) =>
    t(`lines.${kind}`, {
      name: seenName(name) || t(kind === "task_due" ? "noTask" : kind === "import_done" ? "noFile" : "nobody"),
      actor: actor?.name ?? t("system"),
      by: actor ? "person" : "other",
      count,
    });
}
