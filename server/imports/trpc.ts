import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { readImport, readOutcomeText } from "./managing.ts";
import { importContacts } from "./starting.ts";

export const importsRouter = router({
  start: mutation(importContacts),
  read: query(readImport),
  outcomeText: mutation(readOutcomeText),
});
