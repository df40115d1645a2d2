import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { updateCompany } from "./editing.ts";
import { noteFirstStep, readFirstSteps } from "./first-steps.ts";
import { readAccount, readCompany } from "./reading.ts";

export const companiesRouter = router({
  read: query(readCompany),
  account: query(readAccount),
  update: mutation(updateCompany),
  firstSteps: query(readFirstSteps),
  noteFirstStep: mutation(noteFirstStep),
});
