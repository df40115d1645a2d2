import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { erasePerson } from "./erasing.ts";
import { readPerson } from "./exporting.ts";
import { listErasures } from "./listing.ts";

export const erasuresRouter = router({
  person: mutation(readPerson),
  list: query(listErasures),
  erase: mutation(erasePerson),
});
