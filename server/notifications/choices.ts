/** What people are told of. A new kind is a row here, its words in i18n, and where it comes from in kinds.ts. */
export const notificationKinds = [
  "assigned",
  "mentioned",
  "replied",
  "unassigned_new",
  "snooze_over",
  "sla_warning",
  "sla_breached",
  "task_due",
  "scheduled_failed",
  "webhook_failing",
  "webhook_held",
  "integration_failing",
  "channel_failing",
  "import_done",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** How: a line under the bell, a sound, a push to the person's devices, a mail where it stays unread. */
export const ways = ["inApp", "sound", "push", "email"] as const;
export type Way = (typeof ways)[number];

export type Ways = Readonly<Record<Way, boolean>>;
type Matrix = Readonly<Record<NotificationKind, Ways>>;
export type StoredMatrix = Partial<Record<NotificationKind, Partial<Record<Way, boolean>>>>;

/** From `from` to `until`, over midnight where that is earlier: nothing is heard or pushed. */
export type QuietHours = { from: string; until: string; timeZone: string };

const all: Ways = { inApp: true, sound: true, push: true, email: false };

/** What a busy agent would choose: loud for what is theirs, quiet for what anybody may take. */
export const defaults: Matrix = {
  assigned: all,
  mentioned: all,
  replied: all,
  unassigned_new: { inApp: true, sound: false, push: false, email: false },
  snooze_over: all,
  sla_warning: { inApp: true, sound: true, push: false, email: false },
  sla_breached: all,
  task_due: all,
  scheduled_failed: all,
  webhook_failing: { inApp: true, sound: false, push: false, email: false },
  webhook_held: { inApp: true, sound: false, push: false, email: false },
  integration_failing: { inApp: true, sound: false, push: false, email: false },
  channel_failing: all,
  import_done: { inApp: true, sound: false, push: false, email: false },
};

export function matrixOf(stored: StoredMatrix): Matrix {
  const whole = (kind: NotificationKind) => [kind, { ...defaults[kind], ...stored[kind] }] as const;
  return Object.fromEntries(notificationKinds.map(whole)) as Matrix;
}
type About = { kind: NotificationKind; aboutId: string; conversationId: string | null };

/** The page that a notification leads to. */
export function hrefOf({ kind, aboutId, conversationId }: About): string {
  if (conversationId) return `/inbox/${conversationId}`;
  if (kind === "task_due") return `/tasks?task=${aboutId}`;
  if (kind === "import_done") return `/contacts/import?job=${aboutId}`;
  if (kind === "integration_failing") return `/settings/integrations?runs=${aboutId}`;
  return kind === "webhook_failing" || kind === "webhook_held"
    ? `/webhooks/${aboutId}`
    : `/settings/channels/${aboutId}`;
}
