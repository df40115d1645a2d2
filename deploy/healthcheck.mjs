// Whether this container's process lives: a worker answers on METRICS_PORT, where it has one.
// biome-ignore lint/style/noProcessEnv: it is no part of the server, whose settings stop it where one is malformed.
const { ROLE, PORT = "3000", METRICS_PORT } = process.env;
const port = ROLE === "worker" ? METRICS_PORT : PORT;

if (port) {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(4000) });
    process.exitCode = answer.ok ? 0 : 1;
  } catch {
    process.exitCode = 1;
  }
}
