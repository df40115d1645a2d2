import type { Report } from "./report.ts";
import { runTrial } from "./trials/running.ts";

const rows = 100_000;
const bad = rows / 100;
/** Five minutes. */
const longest = 300;

export type Imported = {
  seconds: number;
  uploadSeconds: number;
  /** Rows that were done when the first process was killed. */
  doneAtKill: number;
  created: number;
  failed: number;
  waiting: number;
  contacts: number;
  people: number;
  notes: number;
  explained: number;
};

/** A large file with bad rows, through a kill: nobody lost or twice, each bad one explained, and how long it takes. */
export async function benchImports(url: string, report: Report): Promise<void> {
  const told = await runTrial<Imported>("import.ts", url, [rows, bad]);
  report.line(`import of ${rows} rows: ${JSON.stringify(told)}`);
  const good = rows - bad;
  const lost = [told.created, told.contacts, told.people, told.notes].map((count) => Math.abs(good - count));
  report.limit("good rows of a file lost or taken twice, through a kill", Math.max(...lost), "at most", 0);
  const unexplained = Math.abs(bad - told.failed) + Math.abs(bad - told.explained) + told.waiting;
  report.limit("bad rows of a file without an explanation", unexplained, "at most", 0);
  report.limit("the kill came in the middle", Number(told.doneAtKill > 0 && told.doneAtKill < rows), "at least", 1);
  report.limit(`an import of ${rows} rows, with the file and a kill`, told.seconds, "at most", longest, " s");
}
