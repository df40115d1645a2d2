import { z } from "zod";
import { problemSchema } from "#server/channels/connection/problem-schema.ts";
import { dateOut, idField } from "#server/core/fields.ts";

const healthCheckIds = [
  "worker",
  "relay",
  "jobs",
  "deadJobs",
  "webhookQueue",
  "webhookFailures",
  "migrations",
  "database",
  "disk",
  "redis",
  "sockets",
  "mail",
] as const;

const healthStates = ["ok", "warning", "failed"] as const;
export type HealthState = (typeof healthStates)[number];

const healthCheckSchema = z.object({
  id: z.enum(healthCheckIds),
  state: z.enum(healthStates),
  ageMs: z.number().nullable().meta({ description: "How long ago, or for how long; null where there is none." }),
  count: z.int().nullable(),
  bytes: z.number().nullable(),
  share: z.number().nullable().meta({ description: "Of the whole, 0 to 1." }),
});

export type HealthCheck = z.infer<typeof healthCheckSchema>;

const channelHealthSchema = z.object({
  id: idField,
  label: z.string(),
  type: z.string(),
  connected: z.boolean(),
  problem: problemSchema.nullable().meta({ description: "Why the platform cut it off, restricts it or warns." }),
  lastInboundAt: dateOut.nullable().meta({
    description: "When somebody wrote there last; null where nobody did in the newest 2,000 conversations.",
  }),
});

export const healthReportSchema = z
  .object({
    at: dateOut,
    checks: z.array(healthCheckSchema),
    channels: z.array(channelHealthSchema),
  })
  .meta({ description: "How the installation and the company's channels are: ages and counts, no contents." });

export type HealthReport = z.infer<typeof healthReportSchema>;
