import { z } from "zod";
import { noteSchema } from "#server/conversations/noting/schema.ts";
import { conversationSchema } from "#server/conversations/schema.ts";
import { messageSchema } from "#server/messages/schema.ts";
import type { VisitorMessage } from "#server/visitors/schema.ts";

/**
 * Something that happened, as one client may know it. The same shape comes by socket and by `realtime.since`.
 * Types are those of core/events/table.ts, except that all changes of a conversation arrive as one `conversation/row` (its
 * `causes` say what happened), and that `conversation/gone` tells that it is deleted or no longer visible.
 */
const liveEventSchema = z
  .object({
    type: z.string(),
    seq: z.int().meta({ description: "Position among the company's events." }),
    conversationId: z.string().nullable(),
    contactId: z.string().nullable(),
    actorId: z.string().meta({ description: "User, visitor, chatbot or token owner who did it; system for timers." }),
    actorName: z.string(),
    causes: z.array(z.string()).optional().meta({ description: "conversation/row: the events behind it." }),
    conversation: conversationSchema.optional(),
    contactName: z.string().optional().meta({ description: "conversation/row: what its contact is called now." }),
    reads: z
      .record(z.string(), z.int())
      .optional()
      .meta({ description: "conversation/row: user id to how far that user has read." }),
    message: messageSchema.optional(),
    note: noteSchema.optional(),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "Ids of what changed, for everything else." }),
  })
  .meta({ id: "LiveEvent" });

export type LiveEvent = z.infer<typeof liveEventSchema>;

/** `seq`: everything up to it that concerns the receiver has been sent. */
const frameSchema = z.object({ seq: z.int(), events: z.array(liveEventSchema) });
export type Frame = z.infer<typeof frameSchema>;

export const maxGap = 1000;
const maxThreads = 50;

export const sinceInput = z.object({
  seq: z.int().min(0),
  threads: z
    .array(z.string().max(64))
    .max(maxThreads)
    .default([])
    .meta({ description: "Conversations whose messages the client holds." }),
});

export const sinceOutput = z.object({
  seq: z.int(),
  reset: z.boolean().meta({ description: "The gap is too large: fetch everything anew." }),
  events: z.array(liveEventSchema),
});

/** What clients may send over the socket. */
export const watchInput = z.object({ conversationId: z.string().max(64) });
export const typingInput = z.object({ conversationId: z.string().max(64), typing: z.boolean() });

export type Viewer = { id: string; name: string };

/** Server to agent. Ephemeral ones are not repeated after a reconnect. */
export type AgentEvents = {
  hello: (state: { seq: number; userId: string }) => void;
  events: (frame: Frame) => void;
  position: (state: { seq: number }) => void;
  /** What the person may see has changed: fetch everything anew. */
  reset: () => void;
  viewers: (state: { conversationId: string; source: string; viewers: Viewer[] }) => void;
  typing: (state: {
    conversationId: string;
    from: "agent" | "visitor" | "robot";
    id: string;
    name: string;
    typing: boolean;
  }) => void;
  presence: (state: { users: { id: string; online: boolean }[] }) => void;
  "server:restart": () => void;
  "signed-out": () => void;
  /** The same browser now sees what another person sees: load everything anew. */
  "other-person": () => void;
};

export type Acknowledgement = { ok: true } | { ok: false; error: string };

/** Agent to server. */
export type AgentRequests = {
  watch: (input: unknown, acknowledge?: (result: Acknowledgement) => void) => void;
  unwatch: (input: unknown, acknowledge?: (result: Acknowledgement) => void) => void;
  typing: (input: unknown, acknowledge?: (result: Acknowledgement) => void) => void;
  /** Answered at once: shows that the connection carries words both ways, and how fast. */
  echo: (input: unknown, acknowledge?: (result: Acknowledgement) => void) => void;
};

/** `botOn`: the bot has not been switched off. `fieldsChanged`: what the visitor sees of fields is to be read again. */
export type VisitorState = {
  id: string;
  closed: boolean;
  botOn: boolean;
  lastSeq: number;
  readSeq: number;
  fieldsChanged?: true;
};

/** Server to visitor, on /visitor. After a reconnect the visitor asks for messages after the last seq it has. */
export type VisitorEvents = {
  hello: (state: { team: boolean }) => void;
  /** New, or changed (same id). */
  message: (state: { message: VisitorMessage }) => void;
  /** The team's messages up to `seq` count as delivered or read. */
  status: (state: { conversationId: string; seq: number; status: "delivered" | "read" }) => void;
  conversation: (state: VisitorState) => void;
  typing: (state: { conversationId: string; from: "agent" | "robot"; name: string; typing: boolean }) => void;
  /** Whether someone of the team is online. */
  team: (state: { online: boolean }) => void;
  /** An event could not be delivered: ask for what is new. */
  reset: () => void;
  "server:restart": () => void;
};

/** Visitor to server. */
export type VisitorRequests = {
  typing: (input: unknown, acknowledge?: (result: Acknowledgement) => void) => void;
};
