import { mutation, query, router } from "#server/kit/trpc/init.ts";
import { listRows } from "./listing.ts";
import { listWaiting, readLive } from "./live.ts";
import { readDefinitions, readReport } from "./reading.ts";
import { sendSaved } from "./saved/mailing.ts";
import { listReaders } from "./saved/readers.ts";
import { createSaved, deleteSaved, listSaved, readSaved, updateSaved } from "./saved/saving.ts";
import { readTimes } from "./times/times.ts";

export const reportsRouter = router({
  definitions: query(readDefinitions),
  read: query(readReport),
  rows: query(listRows),
  live: query(readLive),
  waiting: query(listWaiting),
  times: query(readTimes),
  readers: query(listReaders),
  listSaved: query(listSaved),
  getSaved: query(readSaved),
  createSaved: mutation(createSaved),
  updateSaved: mutation(updateSaved),
  deleteSaved: mutation(deleteSaved),
  sendSaved: mutation(sendSaved),
});
