import { z } from "zod";
import { can } from "#server/core/actor.ts";
import { query } from "#server/core/operation.ts";
import { type Found, people, setUp } from "./example-ids.sql.ts";

const ids = z.record(z.string(), z.string());
const known = (found: Found | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(found ?? {}).filter((entry): entry is [string, string] => entry[1] !== null));

/** Ids of the reader's own company for the examples of the API reference, by the names that examples use. */
export const readExampleIds = query({
  name: "companies.exampleIds",
  access: "person",
  input: z.object({}),
  output: z.object({ setUp: ids, people: ids }),
  example: () => ({}),
  async run({ actor }) {
    const seen = can(actor, "clients_read") ? await people(actor) : undefined;
    return { setUp: known(await setUp(actor)), people: known(seen) };
  },
});
