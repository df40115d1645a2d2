import { z } from "zod";

/** What the simulator does wrong on purpose, so that everything built on it can be tried against the worst. */
export const faultsSchema = z
  .object({
    duplicates: z.int().min(0).max(10).meta({ description: "Each webhook comes this many times more." }),
    reorder: z.boolean().meta({ description: "Webhooks overtake each other." }),
    delayMs: z.int().min(0).max(600_000).meta({ description: "Webhooks come this much later." }),
    statusFirst: z.boolean().meta({ description: "Statuses come before the answer to the send." }),
    skipDelivered: z.boolean().meta({ description: "read comes without delivered." }),
    milliseconds: z.boolean().meta({ description: "Timestamps in milliseconds where seconds are due." }),
    batch: z.boolean().meta({ description: "Several changes come in one webhook." }),
    disableAfter: z
      .int()
      .min(0)
      .max(12)
      .meta({ description: "Pages: the subscription ends after so many failures of one webhook; 0: never." }),
    badSignature: z.enum(["off", "wrong", "missing"]),
    /** Of sends, in percent. */
    errorRate: z.int().min(0).max(100).meta({ description: "Percent of sends refused with errorCode." }),
    errorCode: z.int().meta({ description: "Code of those refusals, for example 130429 or 131048." }),
    asyncErrorRate: z.int().min(0).max(100).meta({ description: "Percent of sends that fail by webhook." }),
    asyncErrorCode: z.int(),
    serverErrorRate: z.int().min(0).max(100).meta({ description: "Percent of sends answered by a bare 502." }),
    serverErrorAccepts: z.boolean().meta({ description: "Those sends were accepted all the same." }),
    timeoutRate: z.int().min(0).max(100).meta({ description: "Percent of sends accepted but never answered." }),
    media: z
      .enum(["off", "gone", "expired", "broken", "large", "altered"])
      .meta({ description: "Files of customers: not there, address too old, 5xx, over every limit, other bytes." }),
    throughput: z.int().min(1).max(1000).meta({ description: "Messages per second before 130429." }),
    pairLimit: z.boolean().meta({ description: "131056 beyond 45 messages to a person in a row." }),
    tokenRevoked: z.boolean().meta({ description: "Every call answers 190." }),
    statuses: z.boolean().meta({ description: "Send statuses at all." }),
  })
  .meta({ id: "SimulatorFaults", description: "Switches of the simulator for one sandbox channel." });

export type Faults = z.output<typeof faultsSchema>;

export const noFaults: Faults = {
  duplicates: 0,
  reorder: false,
  delayMs: 0,
  statusFirst: false,
  skipDelivered: false,
  milliseconds: false,
  batch: false,
  disableAfter: 0,
  badSignature: "off",
  errorRate: 0,
  errorCode: 131016,
  asyncErrorRate: 0,
  asyncErrorCode: 131049,
  serverErrorRate: 0,
  serverErrorAccepts: false,
  timeoutRate: 0,
  media: "off",
  throughput: 80,
  pairLimit: false,
  tokenRevoked: false,
  statuses: true,
};
