import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { listCsatResponses } from "./listing.ts";
import { readCsatSettings, updateCsatSettings } from "./settings.ts";

export const csatRouter = router({
  list: query(listCsatResponses),
  settings: query(readCsatSettings),
  updateSettings: mutation(updateCsatSettings),
});
