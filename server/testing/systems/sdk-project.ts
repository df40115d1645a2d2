import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import { withFileLock } from "../../../scripts/file-lock.mjs";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "../../..");

type SdkProject = {
  folder: () => string;
  /** Writes a file of the project and says where it is. */
  write: (name: string, text: string) => Promise<string>;
};

async function packed(places: readonly string[], into: string): Promise<string[]> {
  const { stdout } = await run("npm", ["pack", ...places, "--json", "--ignore-scripts", "--pack-destination", into], {
    cwd: root,
  });
  const made = JSON.parse(stdout.slice(stdout.indexOf("["))) as { filename: string }[];
  return made.map(({ filename }) => `./${filename.replace("@", "").replace("/", "-")}`);
}

/** A customer's project: a clean folder with nothing in it but what `npm pack` made of the SDK. */
export function openSdkProject(): SdkProject {
  let folder: string;
  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), "parley-sdk-"));
    await fs.writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
    // Another file's process may be building it, too: its sources are half written meanwhile.
    const files = await withFileLock(path.join(root, ".cache", "sdk.lock"), async () => {
      // As "prepack" does, which npm passes over where scripts are switched off.
      await run(process.execPath, ["packages/sdk/build.mjs"], { cwd: root });
      // What it depends on, from here and not from a registry.
      const places = ["./packages/sdk", "./node_modules/openapi-fetch", "./node_modules/openapi-typescript-helpers"];
      return packed(places, folder);
    });
    await run("npm", ["install", "--offline", "--ignore-scripts", ...files], { cwd: folder });
  });
  afterAll(() => fs.rm(folder, { recursive: true }));
  return {
    folder: () => folder,
    write: async (name, text) => {
      const file = path.join(folder, name);
      await fs.writeFile(file, text);
      return file;
    },
  };
}
