import pg from "pg";
import { startDatabase } from "#server/db/embedded.ts";

/** A process that uses the embedded database of a folder, writes numbers until it is told to stop, or is killed. */
const database = await startDatabase({ dataDir: process.argv[2] ?? "", adopt: process.argv[3] === "adopt" });
const client = new pg.Client({ connectionString: database.url });
client.on("error", () => undefined);
await client.connect();
await client.query("create table if not exists numbers (n bigserial primary key)");
process.stdout.write(`${JSON.stringify({ startedHere: database.startedHere, url: database.url })}\n`);

let stopping = false;
process.once("SIGTERM", () => {
  stopping = true;
});
while (!stopping) {
  const { rows } = await client.query<{ n: string }>("insert into numbers default values returning n");
  process.stdout.write(`${rows[0]?.n}\n`);
}
await client.end();
await database.stop();
process.exit(0);
