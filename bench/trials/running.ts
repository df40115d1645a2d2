import { spawn } from "node:child_process";
import path from "node:path";

/** Runs a program of this folder on a database and reads what it tells: helpers of the tests find theirs by the environment. */
export function runTrial<Told>(file: string, url: string, given: readonly number[]): Promise<Told> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, file), ...given.map(String)], {
    env: { ...process.env, DATABASE_URL: url, SIMULATOR: "1", LOG_LEVEL: "fatal", ALLOW_PRIVATE_TARGETS: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) =>
      code === 0 ? resolve(JSON.parse(text) as Told) : reject(new Error(`${file} ended with ${code}`)),
    );
  });
}
