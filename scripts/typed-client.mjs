// node scripts/typed-client.mjs TARGET: writes TypeScript types of openapi.json, as an integrator generates them.
// The generator wants the compiler's programming interface, which TypeScript 7 has no more: it gets the one that
// @ts-morph/common carries, which brings no second `tsc` along.
import fs from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root.mjs";

const compiler = `import { ts } from ${JSON.stringify(import.meta.resolve("@ts-morph/common"))}; export default ts;`;
registerHooks({
  resolve: (name, context, next) =>
    name === "typescript"
      ? { url: `data:text/javascript,${encodeURIComponent(compiler)}`, shortCircuit: true }
      : next(name, context),
});

const { default: openapiTypes, astToString } = await import("openapi-typescript");
const types = astToString(await openapiTypes(pathToFileURL(path.join(root, "openapi.json"))));
fs.writeFileSync(process.argv[2] ?? "api.d.ts", types);
