import type { VisitorMessage } from "#server/visitors/schema.ts";

const together = 5 * 60_000;

/** Messages of one speaker in a row. */
export type Group = {
  key: string;
  from: VisitorMessage["from"];
  name: string;
  avatarUrl: string;
  messages: VisitorMessage[];
};

/** A day with what was said on it. */
export type Day = { key: string; at: string; groups: Group[] };

function dayOf(at: string): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

function joins(group: Group | undefined, message: VisitorMessage): boolean {
  const last = group?.messages.at(-1);
  if (!group || !last || group.from !== message.from || group.name !== message.name) return false;
  return Date.parse(message.createdAt) - Date.parse(last.createdAt) < together;
}

/** In order, cut into days and speakers: a pause of five minutes begins a new group. */
export function groupByDay(messages: readonly VisitorMessage[]): Day[] {
  const days: Day[] = [];
  for (const message of messages) {
    const key = dayOf(message.createdAt);
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, at: message.createdAt, groups: [] };
      days.push(day);
    }
    const group = day.groups.at(-1);
    if (group && joins(group, message)) group.messages.push(message);
    else {
      const { from, name, avatarUrl, id } = message;
      day.groups.push({ key: id, from, name, avatarUrl, messages: [message] });
    }
  }
  return days;
}
