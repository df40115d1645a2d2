import type { Report } from "./report.ts";
import { runTrial } from "./trials/running.ts";

const size = 10_000;
const kills = 10;
/** Of each conversation and contact, on two busy cores; a quiet machine takes a third. */
const boundSeconds = 1500;

export type Trial = {
  killed: number;
  seconds: number;
  ended: boolean;
  found: Record<string, number>;
  expected: Record<string, number>;
};

/** A Chatwoot account of 10,000 conversations comes in while its process is killed ten times: every row once. */
export async function benchHistories(url: string, report: Report): Promise<void> {
  const trial = await runTrial<Trial>("history.ts", url, [size, kills, boundSeconds]);
  const wrong = Object.entries(trial.expected).filter(([name, count]) => trial.found[name] !== count);
  report.line(`history of ${2 * size} records, ${trial.killed} kills, ${trial.seconds.toFixed(0)} s`);
  for (const [name, count] of wrong) report.line(`  ${name}: ${trial.found[name]} instead of ${count}`);
  report.limit("counts of an imported history that differ from its source", wrong.length, "at most", 0);
  report.limit("kills that the history survived", trial.killed, "at least", kills);
  report.limit("seconds for a history of 10,000 conversations", trial.seconds, "at most", boundSeconds, " s");
}
