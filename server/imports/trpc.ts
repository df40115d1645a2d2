import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { listHistories, readHistory, readHistoryText } from "./histories/managing.ts";
import { repeatHistory, startHistory } from "./histories/starting.ts";
import { readImport, readOutcomeText } from "./managing.ts";
import { importContacts } from "./starting.ts";

export const importsRouter = router({
  start: mutation(importContacts),
  read: query(readImport),
  outcomeText: mutation(readOutcomeText),
  startHistory: mutation(startHistory),
  repeatHistory: mutation(repeatHistory),
  histories: query(listHistories),
  readHistory: query(readHistory),
  historyText: mutation(readHistoryText),
});
