// Writes dist/: the types of openapi.json, then the compiled client. `npm pack` runs it.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const here = import.meta.dirname;
const root = path.resolve(here, "../..");
const generated = path.join(here, "src/generated");

/** @param {string[]} args */
const node = (...args) => execFileSync(process.execPath, args, { cwd: here, stdio: ["ignore", 2, 2] });

fs.rmSync(path.join(here, "dist"), { recursive: true, force: true });
fs.mkdirSync(generated, { recursive: true });
node(path.join(root, "scripts/typed-client.mjs"), path.join(generated, "api.ts"));
node(path.join(root, "node_modules/typescript/bin/tsc"), "-p", ".");
fs.copyFileSync(path.join(root, "LICENSE"), path.join(here, "LICENSE"));
fs.chmodSync(path.join(here, "dist/cli.js"), 0o755);
