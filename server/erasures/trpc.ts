import { mutation, router } from "#server/kit/trpc/init.ts";
import { readPerson } from "./exporting.ts";

export const erasuresRouter = router({
  person: mutation(readPerson),
});
