import { z } from "zod";
import { readableContacts } from "#server/contacts/access.sql.ts";
import { comparePairs, takeUnchecked } from "#server/contacts/duplicates/pairs.sql.ts";
import { command } from "#server/core/operation.ts";

/** Looks at contacts that came or changed; what another transaction is writing comes with the next look. */
export const findDuplicates = command({
  name: "merges.findDuplicates",
  access: "system",
  input: z.object({ limit: z.int().min(1).max(500).default(200) }),
  output: z.object({ checked: z.int() }),
  example: () => ({}),
  async run({ actor, input, emit }) {
    const ids = await takeUnchecked(actor, input.limit);
    if (ids.length === 0) return { checked: 0 };
    const changed = await comparePairs(actor, ids);
    const there = await readableContacts(actor, changed);
    const channelOf = new Map(there.map(({ id, channelId }) => [id, channelId]));
    // Screens that show the list ask again.
    for (const id of changed)
      emit({ type: "contact/changed", contactId: id, channelId: channelOf.get(id) ?? null, data: { id } });
    return { checked: ids.length };
  },
});
