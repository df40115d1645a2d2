import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { allAnswers } from "./listing.ts";
import { readValues, useAnswer } from "./using.ts";
import { createAnswer, deleteAnswer, updateAnswer } from "./writing.ts";

export const answersRouter = router({
  all: query(allAnswers),
  values: query(readValues),
  create: mutation(createAnswer),
  update: mutation(updateAnswer),
  delete: mutation(deleteAnswer),
  use: mutation(useAnswer),
});
