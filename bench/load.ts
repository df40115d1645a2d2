import { execFile, execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import autocannon from "autocannon";

type LoadRequest = { method?: "GET" | "POST"; path: string; headers?: Record<string, string>; body?: string };

type Load = { url: string; requests: LoadRequest[]; connections: number; seconds: number };

const run = promisify(execFile);

function findWrk(): boolean {
  try {
    execFileSync("wrk", ["--version"], { stdio: "ignore" });
    return true;
  } catch (error) {
    // It tells its version with exit code 1; only a program that is not there has no code.
    return (error as { status?: number | null }).status === 1;
  }
}

/** Debian's `wrk` costs a tenth of a core where autocannon needs a whole one. */
export const generator: "wrk" | "autocannon" = findWrk() ? "wrk" : "autocannon";

const lua = (text: string) => `[==[${text}]==]`;

/** The requests one after the other, over all connections. */
function script(requests: LoadRequest[]): string {
  const rows = requests.map(({ method = "GET", path: target, headers = {}, body }) => {
    const pairs = Object.entries(headers).map(([name, value]) => `[ ${lua(name)} ] = ${lua(value)}`);
    return `wrk.format(${lua(method)}, ${lua(target)}, {${pairs.join(", ")}}, ${body === undefined ? "nil" : lua(body)})`;
  });
  return `local all, at
function init()
  all, at = {${rows.join(",\n    ")}}, 0
end
function request()
  at = at % #all + 1
  return all[at]
end
`;
}

const count = (output: string, line: RegExp) => Number(line.exec(output)?.[1] ?? 0);

async function byWrk({ url, requests, connections, seconds }: Load): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "parley-bench-"));
  const file = path.join(folder, "requests.lua");
  fs.writeFileSync(file, script(requests));
  try {
    const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "10s", "-s", file, url];
    const { stdout, stderr } = await run("wrk", args, { timeout: (seconds + 30) * 1000 });
    if (stderr) throw new Error(`wrk: ${stderr}`);
    const refused = count(stdout, /Non-2xx or 3xx responses: (\d+)/);
    const broken = /Socket errors: (.*)/.exec(stdout)?.[1];
    if (refused > 0 || broken) throw new Error(`${url}: ${refused} refusals, errors: ${broken ?? "none"}`);
    return count(stdout, /Requests\/sec:\s+([\d.]+)/);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function byAutocannon({ url, requests, connections, seconds }: Load): Promise<number> {
  let index = 0;
  // Every caller goes through all requests but begins elsewhere: otherwise all would want the same row at once.
  const setupClient = (client: autocannon.Client) => {
    const begin = Math.floor((index++ * requests.length) / connections);
    client.setRequests([...requests.slice(begin), ...requests.slice(0, begin)]);
  };
  const result = await autocannon({ url, connections, duration: seconds, requests, setupClient });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} errors, ${result.non2xx} refusals`);
  return result.requests.average;
}

/** Answered requests a second of one round; a round with errors does not count as speed. */
export function load(work: Load): Promise<number> {
  return generator === "wrk" ? byWrk(work) : byAutocannon(work);
}
