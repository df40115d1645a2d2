import { z } from "zod";
import type { Table } from "../manifest.ts";

/** What the export of a company says of itself. Its rows are JSON, a line each, in packed parts. */
export const companyManifestSchema = z.object({
  format: z.literal("company-1"),
  companyId: z.uuid(),
  name: z.string(),
  takenAt: z.iso.datetime(),
  /** What the schema of the rows was made by, in order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), parts: z.int() })),
  files: z.object({ count: z.int(), bytes: z.int(), missing: z.int() }),
  /** Up to which place among all events webhooks had read; what came after is told anew. */
  passed: z.string().regex(/^\d+$/),
  /** Tells secrets apart and tells nothing about them. */
  secretMark: z.string(),
  /** The same of what outlives a secret (server/core/lasting-keys.ts); older exports do not say it. */
  lastingMark: z.string().optional(),
});

export type CompanyManifest = z.output<typeof companyManifestSchema>;

export const companyManifestName = "company.json";
export const linesName = (table: string, part: number) => `rows/${table}/${String(part).padStart(6, "0")}.jsonl.gz`;

/** JSON has neither of these characters, so that PostgreSQL copies its lines as they are. */
export const asLines = "(format csv, quote e'\\x01', delimiter e'\\x02')";

/** Which rows of a table are the company's; undefined: none can be. The id has been looked up or parsed, so it is one. */
export function conditionOf({ schema, name, columns }: Table, companyId: string): string | undefined {
  if (schema !== "public" || passing.has(name)) return undefined;
  if (name === "companies") return `"id" = '${companyId}'`;
  if (name === "plans") return `"id" = (select "planId" from companies where "id" = '${companyId}')`;
  return columns.includes("companyId") ? `"companyId" = '${companyId}'` : undefined;
}

/** What running processes write about themselves for a few seconds. */
export const passing: ReadonlySet<string> = new Set(["presences"]);
