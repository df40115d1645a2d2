import { day, hour } from "#server/base/clock.ts";
import type { SimulatedAccount } from "../accounts.ts";
import { queueCallback } from "../state.ts";

const peer = "5491155559001";
const seconds = (ago: number) => String(Math.floor((Date.now() - ago) / 1000));

function contacts(): object {
  const contact = { full_name: "Rita Paz", first_name: "Rita", phone_number: peer };
  return { state_sync: [{ type: "contact", contact, action: "add", metadata: { timestamp: seconds(30 * day) } }] };
}

function history(account: SimulatedAccount): object {
  const told = (n: number, from: string, ago: number, body: string) => ({
    ...{ from, id: `wamid.past.${account.id}.${n}`, timestamp: seconds(ago), type: "text", text: { body } },
    history_context: { status: "READ" },
    ...(from === peer ? {} : { to: peer }),
  });
  const messages = [
    told(2, account.number, 3 * day - hour, "We do, from nine to one."),
    told(1, peer, 3 * day, "Are you open on Saturday?"),
  ];
  const metadata = { phase: 0, chunk_order: 1, progress: 100 };
  return { history: [{ metadata, threads: [{ id: peer, messages }] }] };
}

/** What the simulated phone app has from before: one person, and two messages with them. */
export async function sharePast(account: SimulatedAccount, type: "smb_app_state_sync" | "history"): Promise<void> {
  const metadata = { display_phone_number: account.number, phone_number_id: account.id };
  const what = type === "history" ? history(account) : contacts();
  await queueCallback(account, { field: type, value: { messaging_product: "whatsapp", metadata, ...what } }, 200);
}
