import { minute } from "#server/base/clock.ts";
import { idAt, newId } from "#server/base/ids.ts";
import type { Note } from "#server/db/generated/client.ts";
import type { MessageRow } from "#server/messages/row.ts";
import type { Line } from "./dialogues.ts";

type Person = { id: string; name: string };
export type World = {
  companyId: string;
  channelId: string;
  bot: Person;
  agents: readonly Person[];
  /** New, In progress, Won, Lost. */
  phaseIds: readonly string[];
  now: Date;
};

export type NoteRow = Omit<Note, "mentions" | "clientNoteId">;
export type Visitor = { first: string; name: string; email: string; phone: string };
export type Cast = { world: World; conversationId: string; visitorId: string; visitor: Visitor; agent: Person };

function fill(text: string, ask: string, visitor: Visitor): string {
  return text
    .replace("{ask}", ask)
    .replace("{name}", visitor.name)
    .replace("{email}", visitor.email)
    .replace("{first}", visitor.first);
}

function messageOf(
  { world, conversationId, visitorId, agent }: Cast,
  who: "v" | "b" | "a",
  text: string,
  seq: number,
  at: Date,
): MessageRow {
  const by = {
    v: { fromType: "visitor", senderType: "visitor", sender: visitorId, senderName: "" },
    b: { fromType: "robot", senderType: "robot", sender: world.bot.id, senderName: world.bot.name },
    a: { fromType: "user", senderType: "user", sender: agent.id, senderName: agent.name },
  } as const;
  return {
    companyId: world.companyId,
    id: idAt(at),
    conversationId,
    seq,
    ...by[who],
    type: "text/plain",
    text,
    attachments: [],
    responseOptions: [],
    command: null,
    status: who === "v" ? "sent" : "read",
    failureReason: null,
    clientMessageId: null,
    externalId: null,
    edited: false,
    createdAt: at,
  };
}

function takeover({ world, conversationId, agent }: Cast, seq: number, at: Date): MessageRow[] {
  const command = (name: "intervened" | "bot_paused", text: string, offset: number): MessageRow => ({
    companyId: world.companyId,
    id: idAt(at),
    conversationId,
    seq: seq + offset,
    fromType: "system",
    sender: agent.id,
    senderName: agent.name,
    senderType: "system",
    type: "command",
    text,
    attachments: [],
    responseOptions: [],
    command: { name, actorId: agent.id, targetId: agent.id, data: {} },
    status: "sent",
    failureReason: null,
    clientMessageId: null,
    externalId: null,
    edited: false,
    createdAt: at,
  });
  return [command("intervened", `${agent.name} took over`, 0), command("bot_paused", "The bot is off", 1)];
}

/** The lines of a story as messages and notes, each with the time at which it was written. */
export function play(cast: Cast, lines: readonly Line[], ask: string, begin: Date, roll: () => number) {
  const messages: MessageRow[] = [];
  const notes: NoteRow[] = [];
  let at = begin.getTime();
  for (const [who, line] of lines) {
    at += who === "b" ? 2000 : 20_000 + roll() * 4 * minute;
    const when = new Date(Math.min(at, cast.world.now.getTime() - 1000));
    const text = fill(line, ask, cast.visitor);
    if (who === "n") {
      const { companyId } = cast.world;
      const { id: authorId, name: authorName } = cast.agent;
      notes.push({
        companyId,
        id: newId(),
        contactId: null,
        conversationId: cast.conversationId,
        afterSeq: messages.length,
        text,
        authorId,
        authorName,
        createdAt: when,
        updatedAt: when,
      });
      continue;
    }
    if (who === "a" && !messages.some((message) => message.fromType === "user"))
      messages.push(...takeover(cast, messages.length + 1, when));
    messages.push(messageOf(cast, who, text, messages.length + 1, when));
  }
  return { messages, notes };
}
