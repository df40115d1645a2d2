import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder; correct with spaces in it, and on every Node from 20 on. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Where the set-up remembers what it did; `npm ci` sweeps it away together with what it describes. */
export const cache = path.join(root, "node_modules", ".cache", "parley");
