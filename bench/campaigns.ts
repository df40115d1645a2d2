import { spawn } from "node:child_process";
import path from "node:path";
import type { Report } from "./report.ts";

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

function trial(url: string): Promise<Left> {
  const script = path.join(import.meta.dirname, "campaign-trial.ts");
  const child = spawn(process.execPath, [script, String(size), String(kills)], {
    env: { ...process.env, DATABASE_URL: url, SIMULATOR: "1", LOG_LEVEL: "fatal" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) =>
      code === 0 ? resolve(JSON.parse(text) as Left) : reject(new Error(`the campaign ended with ${code}`)),
    );
  });
}

/** A campaign under every fault of the simulator and ten kills: nobody twice, nobody forgotten; how fast beside the pace. */
export async function benchCampaigns(url: string, report: Report): Promise<void> {
  const left = await trial(url);
  const counters = Object.entries(left.counted).every(([status, count]) => left.counter[status] === count);
  const wrong = left.faults.length + left.unequal + (left.complete && counters ? 0 : 1);
  report.line(`campaign of ${size}, ${left.killed} kills: ${left.status}, ${JSON.stringify(left.counted)}`);
  for (const fault of left.faults.slice(0, 10)) report.line(`  ${fault}`);
  report.limit("recipients without exactly one message or one reason", wrong, "at most", 0);
  report.limit("campaign messages a second under faults, of the pace", size / left.seconds / paced, "at least", 0.9);
}
