import type { Message } from "#server/messages/schema.ts";

/** What reports say of a conversation, worked out the slow way: from what its thread shows. */
export type Measured = { metric: string; at: number; value: number; open: number | null; agentId: string | null };

/** Seconds of a stretch inside opening hours. */
type OpenSeconds = (from: number, to: number) => number;
type Begun = {
  createdAt: string;
  phaseId: string;
  /** The phase of success. */
  wonPhaseId: string;
  agents: ReadonlySet<string>;
  openSeconds: OpenSeconds;
  /** The step whose question a text of the bot asks; empty: none. */
  stepOf: (text: string) => string;
};
/** A stretch in which it stood open with an agent, or with nobody. */
export type Stood = { agentId: string | null; from: number; to: number };
type State = {
  bot: boolean;
  open: boolean;
  agent: string | null;
  phase: string;
  phaseSince: number;
  wonPhaseId: string;
  started: number;
  /** The visitor's messages since a human wrote, and the stretches of waiting since the conversation began. */
  asked: boolean;
  stretch: number | null;
  first: number | null;
  answered: boolean;
  waited: number | null;
  waitedOpen: number;
  openSeconds: OpenSeconds;
  human: boolean;
  robot: boolean;
  off: boolean;
  held: number | null;
  /** Since when it stands open with its agent. */
  stands: number | null;
  snoozed: boolean;
  /** The step that asked last, and whether the visitor has not written since. */
  step: string;
  pending: boolean;
};

const fresh = (begin: number, phase: string, wonPhaseId: string, openSeconds: OpenSeconds): State => ({
  ...{ openSeconds, wonPhaseId },
  ...{ bot: true, open: true, agent: null, phase, phaseSince: begin, started: begin },
  ...{
    asked: false,
    stretch: null,
    first: null,
    answered: false,
    waited: null,
    waitedOpen: 0,
    human: false,
    robot: false,
    off: false,
  },
  ...{ held: null, stands: begin as number | null, snoozed: false, step: "", pending: false },
});

const seconds = (from: number, to: number) => Math.max(0, Math.round((to - from) / 1000));

/** `amounts` are none here: what enters a phase is worth nothing. */
export function measuredIn(thread: readonly Message[], begun: Begun) {
  const { createdAt, phaseId, wonPhaseId, agents, openSeconds, stepOf } = begun;
  const begin = Date.parse(createdAt);
  const facts: Measured[] = [];
  const stood: Stood[] = [];
  const s = fresh(begin, phaseId, wonPhaseId, openSeconds);
  const note: Note = (metric, at, value = 1, agentId = s.agent, open = null) =>
    void facts.push({ metric, at, value, open, agentId });
  note("created", begin);
  note("phase_entered", begin, 0);
  note("taken", begin);
  for (const [index, { fromType, user, command, text, createdAt: time }] of thread.entries()) {
    const at = Date.parse(time);
    if (fromType === "visitor") hear(s, note, at);
    else if (fromType === "robot") hearRobot(s, note, at, endsTurn(thread, index) ? stepOf(text) : "");
    else if (fromType === "user") hearHuman(s, note, at, agents.has(user) ? user : null);
    else if (command) {
      const holder = s.agent;
      follow(s, note, at, command, agents);
      hold(s, note, at, holder);
      const from = s.stands;
      stand(s, note, at, holder);
      if (from !== null && s.stands !== from) stood.push({ agentId: holder, from, to: at });
    }
  }
  if (s.stands !== null) stood.push({ agentId: s.agent, from: s.stands, to: Number.POSITIVE_INFINITY });
  return { facts, unansweredSince: s.first, stood };
}

/** What a bot says in one turn has one time; it asks with its last words, the others were answered before. */
function endsTurn(thread: readonly Message[], index: number): boolean {
  const [one, next] = thread.slice(index, index + 2);
  return next?.fromType !== "robot" || next.createdAt !== one?.createdAt;
}

type Note = (metric: string, at: number, value?: number, agentId?: string | null, open?: number | null) => void;

function need(s: State, at: number): void {
  s.stretch ??= at;
  if (!s.answered) s.first ??= at;
}

function wait(s: State, since: number, at: number): void {
  s.waited = (s.waited ?? 0) + seconds(since, at);
  s.waitedOpen += s.openSeconds(since, at);
}

function endStretch(s: State, at: number): void {
  if (s.stretch !== null && s.stretch < at) wait(s, s.stretch, at);
  s.stretch = null;
}

/** Whoever holds an open conversation holds it until it ends, is put off, or is another's. */
function hold(s: State, note: Note, at: number, holder: string | null): void {
  const holds = s.open && !s.snoozed && s.agent !== null;
  if (s.held !== null && (!holds || s.agent !== holder)) {
    if (s.held < at) note("held", at, seconds(s.held, at), holder, s.openSeconds(s.held, at));
    s.held = null;
  }
  if (holds) s.held ??= at;
}

/** It comes into the hands of somebody, or of nobody, and leaves them: open all the while. */
function stand(s: State, note: Note, at: number, holder: string | null): void {
  if (s.stands !== null && (!s.open || s.agent !== holder)) {
    note("released", at, 1, holder);
    s.stands = null;
  }
  if (s.open && s.stands === null) {
    note("taken", at);
    s.stands = at;
  }
}

function leave(s: State, note: Note, at: number): void {
  if (s.pending) note("bot_unanswered", at, 1, null);
  s.pending = false;
}

function hear(s: State, note: Note, at: number): void {
  note("message_in", at, 1, null);
  s.pending = false;
  s.asked = true;
  if (s.open && !s.bot) need(s, at);
}

function hearRobot(s: State, note: Note, at: number, step: string): void {
  note("message_bot", at, 1, null);
  if (!s.robot) note("bot_served", at, 1, null);
  s.robot = true;
  if (step === "") return;
  if (s.step !== step) note("bot_asked", at, 1, null);
  Object.assign(s, { step, pending: true });
}

function hearHuman(s: State, note: Note, at: number, by: string | null): void {
  note("message_out", at, 1, by);
  const since = s.answered ? s.stretch : s.first;
  if (since !== null && since < at)
    note(s.answered ? "next_response" : "first_response", at, seconds(since, at), by, s.openSeconds(since, at));
  endStretch(s, at);
  Object.assign(s, { first: null, asked: false, answered: true, human: true });
}

function switchTo(s: State, note: Note, at: number, on: boolean): void {
  s.bot = on;
  if (on) {
    endStretch(s, at);
    s.first = null;
    return;
  }
  if (s.robot && !s.off) note("bot_handed_over", at);
  leave(s, note, at);
  s.off ||= s.robot;
  if (s.asked && s.open) need(s, at);
}

function close(s: State, note: Note, at: number, by: string | null): void {
  const agent = s.agent ?? by;
  if (s.stretch !== null) wait(s, s.stretch, at);
  note("resolution", at, seconds(s.started, at), agent, s.openSeconds(s.started, at));
  if (s.waited !== null) note("waiting", at, s.waited, agent, s.waitedOpen);
  if (s.robot && !s.human && s.waited === null) note("bot_contained", at, 1, null);
  leave(s, note, at);
  Object.assign(s, { open: false, stretch: null, asked: false, waited: null, waitedOpen: 0, snoozed: false });
}

type Command = NonNullable<Message["command"]>;

function follow(s: State, note: Note, at: number, { name, actorId, targetId }: Command, agents: Begun["agents"]): void {
  if (name === "bot_paused" || name === "operator_needed") switchTo(s, note, at, false);
  else if (name === "bot_resumed") switchTo(s, note, at, true);
  else if (name === "closed") close(s, note, at, agents.has(actorId) ? actorId : null);
  else if (name === "opened") {
    note("reopened", at);
    Object.assign(s, { open: true, started: at, waited: null, waitedOpen: 0, human: false, robot: false, off: false });
    Object.assign(s, { step: "", pending: false });
  } else if (name === "snoozed" || name === "unsnoozed") s.snoozed = name === "snoozed";
  else if (name === "unassigned") s.agent = null;
  else if (name === "assigned" || name === "transferred") {
    s.agent = targetId;
    note("assigned", at);
  } else if (name === "phase_changed") {
    note("phase_left", at, seconds(s.phaseSince, at), s.agent, s.openSeconds(s.phaseSince, at));
    note("phase_entered", at, 0);
    if (targetId === s.wonPhaseId) note("won", at, 0);
    Object.assign(s, { phase: targetId, phaseSince: at });
  }
}
