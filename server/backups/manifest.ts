import { z } from "zod";

/** What a backup says of itself: its last entry but the sum. A newer format is refused by name. */
export const manifestSchema = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  /** What the schema of the rows was made by, in order. */
  migrations: z.array(z.string()),
  /** The version of the job runner's own tables; null where no worker had ever been started. */
  jobs: z.int().nullable(),
  tables: z.array(
    z.object({
      schema: z.enum(["public", "graphile_worker"]),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      parts: z.int(),
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string(), called: z.boolean() })),
  files: z.object({ count: z.int(), bytes: z.int(), missing: z.int() }),
  /** Tells secrets apart and tells nothing about them. */
  secretMark: z.string(),
});

export type Manifest = z.output<typeof manifestSchema>;
export type Table = Omit<Manifest["tables"][number], "rows" | "parts">;

export const manifestName = "manifest.json";
export const secretName = "data/secret";
export const partName = ({ schema, name }: Pick<Table, "schema" | "name">, part: number) =>
  `tables/${schema}.${name}/${String(part).padStart(6, "0")}.copy.gz`;
export const fileName = (key: string) => `uploads/${key}`;
