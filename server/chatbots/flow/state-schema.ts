import { z } from "zod";
import { languages } from "../choices.ts";

/** Where a conversation stands in the flow; kept with the conversation. */
export const flowStateSchema = z.object({
  /** internal_name of the question that waits for its answer; "" when none does. */
  waiting: z.string().default(""),
  /** Wrong answers to it so far. */
  tries: z.int().default(0),
  /** Nodes that are done: answered, shown (NONE) or given up. */
  done: z.array(z.string()).default([]),
  slots: z
    .object({
      name: z.string().default(""),
      email: z.string().default(""),
      phone: z.string().default(""),
      custom: z.record(z.string(), z.unknown()).default({}),
    })
    .default({ name: "", email: "", phone: "", custom: {} }),
  ended: z.boolean().default(false),
  /** internal_name of the node to go on with where a turn stopped before its question; "" otherwise. */
  next: z.string().default(""),
  /** Users of the node or trigger that matched last (assignment by TRIGGER). */
  assign: z.array(z.string()).default([]),
  /** An email address that looks mistyped and the one it is asked about. */
  hint: z.object({ given: z.string(), meant: z.string() }).nullable().default(null),
  /** Triggers that fire once and have. */
  fired: z.array(z.string()).default([]),
  /** Slots that a DELETE emptied: what the conversation still says of them does not count. */
  forgotten: z.array(z.string()).default([]),
  /** A step before the visitor wrote asked for a person: the first message is handed over. */
  handOver: z.boolean().default(false),
  /** shut_up_message has been said. */
  hushed: z.boolean().default(false),
  /** ISO time of the last turn; "" before the first. */
  at: z.string().default(""),
  /** The visitor's language where it is known: the bot speaks it as far as it has the words. */
  language: z.enum(languages).or(z.literal("")).default(""),
  /** lastVisitorSeq at which the visitor was asked whether they are there. */
  nudgedSeq: z.int().default(0),
  /** seq of the last visitor message that a turn has dealt with: a repeated turn does nothing. */
  handledSeq: z.int().default(0),
  /** Messages that a merge brought from another conversation, by seq: no turn answers them. Kept until handledSeq is past. */
  brought: z.array(z.object({ after: z.int(), upTo: z.int() })).default([]),
});

export type FlowState = z.infer<typeof flowStateSchema>;
