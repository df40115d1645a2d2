import { Pool } from "undici";

/** The bare limit: the same body to the same receiver as often as possible, and nothing else. */
type Work = { origin: string; body: string; concurrency: number; seconds: number };

process.once("message", (work: Work) => void run(work));

async function run({ origin, body, concurrency, seconds }: Work): Promise<void> {
  const pool = new Pool(origin, { connections: concurrency });
  const headers = { "content-type": "application/json", "x-webhook-event": "contact/created" };
  let sent = 0;
  const begun = performance.now();
  const caller = async () => {
    while (performance.now() - begun < seconds * 1000) {
      const answer = await pool.request({ path: "/", method: "POST", headers, body });
      await answer.body.dump();
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  process.send?.({ perSecond: (sent * 1000) / (performance.now() - begun) });
}
