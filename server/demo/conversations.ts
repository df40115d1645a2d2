import { day, hour, minute } from "#server/base/clock.ts";
import { newId } from "#server/base/ids.ts";
import type { ConversationRow, StoredParticipant } from "#server/conversations/row.ts";
import type { MessageRow } from "#server/messages/row.ts";
import { dice, pick } from "./chance.ts";
import { beginnings, stories } from "./dialogues.ts";
import { campaigns, devices, firstNames, lastNames, mailHosts, pages } from "./people.ts";
import { type Cast, type NoteRow, play, type Visitor, type World } from "./playing.ts";
import { lastWordsOf, triageOf } from "./standing.ts";

export type Told = { conversation: ConversationRow; messages: MessageRow[]; notes: NoteRow[]; visitor: Visitor };
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/ł/gi, "l")
    .replace(/[^a-zA-Z]/g, "")
    .toLowerCase();

/** Why people buy elsewhere. */
const lostReasons = ["Too expensive", "Bought elsewhere", "Not in stock", "No answer any more"] as const;

const longestHeld = 15 * day;
/** Seeds beside each other roll alike. */
const spread = 2_654_435_761;

/** People speak one language each. */
const namesOf = {
  es: [firstNames.slice(0, 10), lastNames.slice(0, 10)],
  en: [firstNames.slice(10), lastNames.slice(10)],
} as const;

function visitorOf(index: number, language: "en" | "es", roll: () => number): Visitor {
  const [firsts, lasts] = namesOf[language];
  const first = pick(firsts, roll());
  const last = pick(lasts, roll());
  const email = `${plain(first)}.${plain(last)}${index}@${pick(mailHosts, roll())}`;
  return { first, name: `${first} ${last}`, email, phone: `+54911${String(40_000_000 + index * 7919).slice(0, 8)}` };
}

function participantsOf(messages: readonly MessageRow[], visitor: Visitor): StoredParticipant[] {
  const found = new Map<string, StoredParticipant>();
  for (const message of messages) {
    if (message.senderType === "system") continue;
    const at = message.createdAt.toISOString();
    const name = message.senderType === "visitor" ? visitor.name : message.senderName;
    const known = found.get(message.sender);
    found.set(message.sender, {
      id: message.sender,
      name,
      type: message.senderType,
      firstMessageAt: known?.firstMessageAt ?? at,
      lastMessageAt: at,
    });
  }
  return [...found.values()];
}

/** One conversation of the demo: the younger ones open, most of the older ones closed. */
export function tell(world: World, index: number, roll: () => number, from = stories): Told {
  const story = pick(from, roll());
  const visitor = visitorOf(index, story.language, roll);
  const agent = pick(world.agents, roll());
  const age = index < 30 ? roll() * 5 * hour : index < 70 ? roll() * 2 * day : roll() * 90 * day;
  const begin = new Date(world.now.getTime() - age - 10 * minute);
  const beginning = beginnings[story.language];
  const left = roll() < 0.18 ? beginning.slice(0, 3 + 2 * Math.floor(roll() * 2)) : beginning;
  const answered = left === beginning && story.lines.length > 0 && roll() < 0.8;
  const lines = answered ? [...left, ...story.lines.slice(0, 1 + Math.ceil(roll() * story.lines.length))] : left;
  const cast: Cast = { world, conversationId: newId(), visitorId: `demo-${index}`, visitor, agent };
  const { messages, notes } = play(cast, lines, story.ask, begin, roll);
  const conversation = rowOf({ cast, story, messages, begin, index, knows: left === beginning }, age, roll);
  return { conversation, messages, notes, visitor };
}

type Draft = {
  cast: Cast;
  story: (typeof stories)[number];
  messages: MessageRow[];
  begin: Date;
  index: number;
  knows: boolean;
};

/** Who the visitor is and where they came from. */
function originOf({ cast: { visitor }, knows }: Draft, roll: () => number) {
  return {
    visitorName: knows ? visitor.name : "",
    visitorEmail: knows ? visitor.email : "",
    visitorPhone: knows && roll() < 0.5 ? visitor.phone : "",
    ...pick(campaigns, roll()),
    gaClientId: "",
    gclid: "",
    url: `https://acme-bikes.example${pick(pages, roll())}`,
    referrer: roll() < 0.4 ? "https://www.google.com/" : "",
    device: pick(devices, roll()),
  };
}

/** Who holds it: the bot, or the agent whose first message is `human`. */
function holderOf({ agent }: Cast, human: MessageRow | undefined) {
  const holder = human ? agent.id : null;
  return {
    assignedTo: holder,
    teamId: null,
    preAssigned: holder,
    persistentLastOperator: holder,
    chatbotState: human ? ("OFF" as const) : ("ON" as const),
    chatbotStateBy: human ? agent.name : "",
    chatbotStateAt: human?.createdAt ?? null,
    firstHumanMessageAt: human?.createdAt ?? null,
    botSpoke: true,
  };
}

/**
 * How long people keep a conversation after its last word, until the bike has arrived: hours mostly, days at times. So
 * they hold something in 60 to 80 % of their time.
 */
const heldFor = (index: number): number => hour + dice(Math.imul(index, spread))() ** 2 * longestHeld;

/** Where it stands: its status, its phase and what it is worth. */
function outcomeOf(
  { cast: { world, agent }, story, knows, messages, index }: Draft,
  human: MessageRow | undefined,
  age: number,
  lastAt: Date,
  roll: () => number,
) {
  // Whom a person has answered is not left waiting for months.
  const waits = human !== undefined && messages.at(-1)?.fromType === "visitor";
  const over = lastAt.getTime() + (human && !waits ? heldFor(index) : hour);
  const closed = age > 2 * day && (roll() < 0.8 || human !== undefined) && over < world.now.getTime();
  const lead = knows && roll() < 0.85;
  const won = roll() < 0.65 ? 2 : 3;
  // Some deals are decided before the conversation is closed.
  const decided = story.amount !== undefined && human !== undefined && (closed ? lead : roll() < 0.4);
  const phase = decided ? won : human || closed ? 1 : 0;
  const operatorTags = human && story.tag ? [{ tagName: story.tag, source: "human" as const }] : [];
  const system = [
    human && "was_intervened",
    human && !closed && "is_intervened",
    closed && (lead ? "post_lead" : "no_lead"),
  ];
  const [low, high] = story.amount ?? [0, 0];
  const silent = world.now.getTime() - lastAt.getTime() > day;
  return {
    status: closed ? ("closed" as const) : silent ? ("inactive" as const) : ("opened" as const),
    phaseId: pick(world.phaseIds, (phase + 0.5) / world.phaseIds.length),
    lostReason: decided && won === 3 ? (lostReasons[index % lostReasons.length] ?? "") : "",
    amount: story.amount && human ? Math.round(low + roll() * (high - low)) : null,
    tags: [...operatorTags.map((use) => use.tagName), ...system.filter((tag) => typeof tag === "string")],
    operatorTags,
    isLead: closed ? lead : null,
    closedAt: closed ? new Date(over) : null,
    closedBy: closed ? agent.id : "",
  };
}

function rowOf(draft: Draft, age: number, roll: () => number): ConversationRow {
  const { cast, messages, begin } = draft;
  const { world, visitor, conversationId, visitorId } = cast;
  const spoken = messages.filter((message) => message.type !== "command");
  const human = spoken.find((message) => message.fromType === "user");
  const lastAt = spoken.at(-1)?.createdAt ?? begin;
  const origin = originOf(draft, roll);
  const outcome = outcomeOf(draft, human, age, lastAt, roll);
  const closed = outcome.status === "closed";
  const held = holderOf(cast, human);
  return {
    companyId: world.companyId,
    id: conversationId,
    channelId: world.channelId,
    channel: "WEB",
    windowed: false,
    contactId: null,
    contactLink: "own",
    imported: false,
    mergedIntoId: null,
    phaseChangedAt: human?.createdAt ?? begin,
    visitorId,
    flowState: {},
    conversationContext: {},
    customFields: {},
    participants: participantsOf(messages, visitor),
    ...origin,
    ...held,
    ...lastWordsOf(spoken),
    ...outcome,
    ...triageOf({ spoken, closed, holder: held.assignedTo, index: draft.index, now: world.now }),
    lastSeq: messages.length,
    visitorReadSeq: messages.length,
    createdAt: begin,
    updatedAt: lastAt,
  };
}
