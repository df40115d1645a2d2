/**
 * `next start` listens where its own flag says, or on every address: `env.isExposed` judges by that who can reach the
 * installation, whatever HOST says. Imported before the settings are read.
 */
function addressOfNext(argv: readonly string[]): string {
  const at = argv.findIndex((word) => /^(?:-H|--hostname)(?:=|$)/.test(word));
  if (at < 0) return "0.0.0.0";
  const word = argv[at] ?? "";
  return (word.includes("=") ? word.slice(word.indexOf("=") + 1) : argv[at + 1]) || "0.0.0.0";
}

process.env.HOST = addressOfNext(process.argv);
