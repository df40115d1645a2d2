// npm run --silent admin -- COMMAND: prints one JSON line; everything else goes to the error stream.
import path from "node:path";
import { nodeBinary, run } from "./programs.mjs";
import { ensureSetup } from "./setup.mjs";

try {
  await ensureSetup({ build: false });
  const args = process.argv.slice(2);
  // npm runs commands in the project's folder; the file is named as who calls sees it.
  const at = args[0] === "company" && ["export", "import"].includes(args[1] ?? "") ? 2 : 1;
  const takesFile = at === 2 || ["backup", "restore"].includes(args[0] ?? "");
  // Options may stand before it; `--force` is the only one of these commands that takes no value.
  const isValue = (/** @type {number} */ index) => /^--(?!force$)[^=]+$/.test(args[index - 1] ?? "");
  const place = args.findIndex((one, index) => index >= at && !one.startsWith("--") && !isValue(index));
  if (takesFile && place > 0) args[place] = path.resolve(process.env.INIT_CWD ?? "", args[place] ?? "");
  process.exitCode = await run(nodeBinary(), ["--disable-warning=ExperimentalWarning", "server/admin.ts", ...args]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
