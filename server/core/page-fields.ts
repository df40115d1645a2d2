import { z } from "zod";
import { wholeNumber } from "./fields.ts";

/** The shared query parameters of lists (decisions.md B2, B3). A limit above 100 is treated as 100. */
export const pageInput = {
  limit: wholeNumber(1, Number.POSITIVE_INFINITY)
    .transform((limit) => Math.min(limit, 100))
    .default(20)
    .meta({
      description: "Rows per page, 1 to 100; more is treated as 100.",
      type: "integer",
      minimum: 1,
      default: 20,
    }),
  offset: wholeNumber(0).optional().meta({ description: "Rows to skip; wins over page." }),
  page: wholeNumber(1).default(1).meta({ description: "Page number, from 1.", default: 1 }),
};

export const cursorInput = {
  cursor: z.string().min(1).max(2000).optional().meta({
    description: "nextCursor of the previous page, with the same sort and filters; page and offset are then ignored.",
  }),
};

export const paginationSchema = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z.int().meta({ description: "Exact number of rows that match." }),
    totalPages: z.int(),
    hasNext: z.boolean(),
    hasPrev: z.boolean(),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: "Opaque; null at the end, and on every page of a list that has no cursors." }),
  })
  .meta({ id: "Pagination", description: "Where a page stands in its list." });

export type Pagination = z.infer<typeof paginationSchema>;
export type PageRequest = { limit: number; offset?: number | undefined; page: number; cursor?: string | undefined };

/** The answer of a list: `{ pagination, data }`. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ pagination: paginationSchema, data: z.array(item) });
}
