import type { Report } from "./report.ts";
import { runTrial } from "./trials/running.ts";

const size = 10_000;
const kills = 10;
/** The engine's own pace for a number, half of what the platform allows. */
const paced = 40;

type Left = {
  killed: number;
  seconds: number;
  counted: Record<string, number>;
  counter: Record<string, number>;
  faults: string[];
  complete: boolean;
  unequal: number;
  status: string;
};

/** A campaign under every fault of the simulator and ten kills: nobody twice, nobody forgotten; how fast beside the pace. */
export async function benchCampaigns(url: string, report: Report): Promise<void> {
  const left = await runTrial<Left>("campaign.ts", url, [size, kills]);
  const counters = Object.entries(left.counted).every(([status, count]) => left.counter[status] === count);
  const wrong = left.faults.length + left.unequal + (left.complete && counters ? 0 : 1);
  report.line(`campaign of ${size}, ${left.killed} kills: ${left.status}, ${JSON.stringify(left.counted)}`);
  for (const fault of left.faults.slice(0, 10)) report.line(`  ${fault}`);
  report.limit("recipients without exactly one message or one reason", wrong, "at most", 0);
  report.limit("campaign messages a second under faults, of the pace", size / left.seconds / paced, "at least", 0.9);
}
