import { z } from "zod";
import { dateOut } from "#server/core/fields.ts";

/** What a service level promises, each with a clock of its own. */
export const clockKinds = ["first_response", "next_response", "resolution"] as const;
export type ClockKind = (typeof clockKinds)[number];

/** One clock as it is stored; times are ISO 8601. */
export type StoredClock = {
  kind: ClockKind;
  /** Seconds of business time that it may take. */
  target: number;
  startedAt: string;
  /** Seconds of business time that had passed when it last began to run or stood still. */
  spent: number;
  /** Since when it runs; null: it stands still. */
  since: string | null;
  /** When it is over, and when four fifths of it are; null: it stands still. */
  dueAt: string | null;
  warnAt: string | null;
  /** Since when it is over, while it stands still. */
  overAt?: string;
  warned: boolean;
  breached: boolean;
};

/** By which policy, as it was called then. */
export type StoredClocks = { policyName: string; clocks: StoredClock[] };

const clockSchema = z.object({
  kind: z.enum(clockKinds).meta({ description: "What is promised." }),
  state: z.enum(["running", "paused", "breached"]).meta({
    description: "paused: put off, or the visitor is awaited. breached: its time is over, and it was told.",
  }),
  targetSeconds: z.int().meta({ description: "Seconds of the calendar's open time that it may take." }),
  startedAt: dateOut.meta({ description: "When it began." }),
  dueAt: dateOut.nullable().meta({ description: "When its time is over; null while it is paused." }),
  warnAt: dateOut.nullable().meta({ description: "When four fifths of it are; null while it is paused." }),
});

/** Of the Conversation resource. */
export const clockFields = {
  sla: z
    .object({
      policyId: z.string().meta({ description: "Id of the service level." }),
      policyName: z.string().meta({ description: "Its name." }),
      clocks: z.array(clockSchema).meta({ description: "Clocks that have not been stopped." }),
    })
    .nullable()
    .meta({ description: "The service level that applies; null: none." }),
  slaDueAt: dateOut.nullable().meta({ description: "When the first of its running clocks is due; null: none runs." }),
};

/** Of the lists of conversations. */
export const clockFilters = {
  sla: z.enum(["running", "breached", "none"]).optional().meta({
    description:
      "running: a clock runs, in time or not; breached: one is over, also where it stands still; none: no clock runs, and none is over.",
  }),
};
