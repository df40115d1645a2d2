// node scripts/openapi.mjs: writes openapi.json and docs/events.md from what serves the API. Tests compare them.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { nodeBinary, run } from "./programs.mjs";
import { root } from "./root.mjs";

const quiet = "--disable-warning=ExperimentalWarning";

if (Number(process.versions.node.split(".")[0]) < 24) {
  // Only the pinned Node reads TypeScript.
  process.exit(await run(nodeBinary(), [quiet, fileURLToPath(import.meta.url)]));
}
const { openApiText } = await import("../server/rest/openapi.ts");
const { eventReference } = await import("../server/rest/openapi/event-reference.ts");
const { routes } = await import("../server/rest/routes.ts");
fs.writeFileSync(path.join(root, "openapi.json"), openApiText(routes));
fs.writeFileSync(path.join(root, "docs", "events.md"), eventReference());
