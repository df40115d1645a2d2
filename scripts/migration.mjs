// npm run migration -- NAME: writes the difference between prisma/schema and prisma/migrations as a new migration.
// npm run migration -- --check: fails when there is a difference. Works on any Node: the pinned one reads the schema.
import path from "node:path";
import { nodeBinary, run } from "./programs.mjs";
import { root } from "./root.mjs";

const script = path.join(root, "scripts", "schema-difference.mjs");
const args = ["--disable-warning=ExperimentalWarning", script, ...process.argv.slice(2)];
process.exit(await run(nodeBinary(), args));
