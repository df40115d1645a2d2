import { z } from "zod";
import { commaListOf, dateIn, dateOut, idField } from "#server/core/fields.ts";
import { statusClasses } from "./choices.ts";

const apiRequestSchema = z
  .object({
    id: idField,
    tokenId: z.string(),
    tokenName: z.string().meta({ description: "Also of a token that is revoked." }),
    requestId: z.string().meta({ description: "X-Request-ID of the answer." }),
    method: z.string(),
    path: z.string().meta({ description: "As in the API reference, or the address where there is no such endpoint." }),
    status: z.int(),
    error: z.string().meta({ description: "Code of the error body; empty where it went well." }),
    durationMs: z.int(),
    createdAt: dateOut,
  })
  .meta({ description: "A request of the public API." });

export type ApiRequest = z.infer<typeof apiRequestSchema>;

export const listRequestsInput = z.object({
  limit: z.int().min(1).max(100).default(50),
  cursor: z.string().max(2000).optional(),
  tokenId: z.string().max(64).optional(),
  statusClass: commaListOf(statusClasses).optional(),
  search: z
    .string()
    .trim()
    .max(128)
    .optional()
    .meta({ description: "An X-Request-ID in full, or a part of the path or of the error code." }),
  from: dateIn.optional(),
  to: dateIn.optional(),
});

export type RequestFilters = Omit<z.output<typeof listRequestsInput>, "limit" | "cursor">;

export const listRequestsOutput = z.object({
  data: z.array(apiRequestSchema),
  nextCursor: z.string().nullable(),
  searchedTo: dateOut.nullable().meta({
    description: "How far back was looked, where the page is not full although older rows remain.",
  }),
});

export const usageInput = z.object({ days: z.int().min(1).max(90).default(7) });

export const tokenUsageSchema = z.object({
  tokenId: z.string(),
  requests: z.int(),
  failures: z.int().meta({ description: "Of these, answered with 400 or more." }),
  days: z
    .array(z.object({ day: z.string(), requests: z.int(), failures: z.int() }))
    .meta({ description: "Every day (UTC) of the time asked for, the oldest first." }),
});

export type TokenUsage = z.infer<typeof tokenUsageSchema>;
