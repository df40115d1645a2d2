import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A disk of PostgreSQL's own, which can be full. */
export type SmallDisk = { fill(): Promise<void>; free(): void; close(): void };

// It takes memory only for what lies on it.
const roomy = "size=8g";
const slack = 128 * 1024;

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { stdio: ["ignore", "ignore", "pipe"] });

/** Mounts one at a folder; undefined where this user may not mount. */
export function openSmallDisk(folder: string): SmallDisk | undefined {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    run("mount", "-t", "tmpfs", "-o", `${roomy},mode=0700`, "tmpfs", folder);
  } catch {
    return undefined;
  }
  const resize = (size: string) => run("mount", "-o", `remount,${size}`, folder);
  return {
    // As small as what lies on it; it is refused while more comes than the slack.
    fill: async () => {
      for (let tries = 0; ; tries += 1) {
        const { blocks, bfree, bsize } = fs.statfsSync(folder);
        try {
          return void resize(`size=${(blocks - bfree) * bsize + slack}`);
        } catch (error) {
          if (tries > 50) throw error;
        }
        await sleep(20);
      }
    },
    free: () => void resize(roomy),
    // Whoever still reads a file of it keeps it until then.
    close: () => void run("umount", "--lazy", folder),
  };
}
