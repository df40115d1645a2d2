import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { listCalendars } from "./listing.ts";
import { createCalendar, deleteCalendar, updateCalendar } from "./writing.ts";

export const calendarsRouter = router({
  list: query(listCalendars),
  create: mutation(createCalendar),
  update: mutation(updateCalendar),
  delete: mutation(deleteCalendar),
});
