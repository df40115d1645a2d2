import pg from "pg";
import { listByPhase } from "#server/conversations/list/by-phase.ts";
import { countInbox, listInbox } from "#server/conversations/list/inbox.ts";
import { listConversations } from "#server/conversations/list/listing.ts";
import type { Actor } from "#server/core/actor.ts";
import { permissionsOfRole } from "#server/core/permissions.ts";
import type { Company } from "./dataset.ts";
import { measureBoth } from "./measuring.ts";
import type { Report } from "./report.ts";

/** As an agent has at either size: 120 conversations of their own, and 20 contacts. */
async function give({ companyId, userId, otherId }: Company, client: pg.Client): Promise<void> {
  await client.query(
    `update conversations set "assignedTo" = $3 where "companyId" = $1 and "id" in (
       select "conversationId" from conversation_activity where "companyId" = $1 and "assignedTo" = $2
       order by "lastMessageAt" desc limit 120)
     and not exists (select 1 from conversation_activity where "companyId" = $1 and "assignedTo" = $3)`,
    [companyId, userId, otherId],
  );
  await client.query(
    `update contacts set "assignedTo" = $2 where "companyId" = $1 and "id" in (
       select "id" from contacts where "companyId" = $1 order by "id" desc limit 20)
     and not exists (select 1 from contacts where "companyId" = $1 and "assignedTo" = $2)`,
    [companyId, otherId],
  );
  await client.query("vacuum (analyze) conversations, conversation_activity, contacts, list_counters");
}

/** Whoever sees their own and what nobody holds: three quarters of the company. */
const agentOf = ({ companyId, otherId }: Company): Actor => ({
  type: "user",
  companyId,
  id: otherId,
  userId: otherId,
  name: "Agent 1",
  permissions: new Set(permissionsOfRole("agent")),
  seesUnassigned: true,
});

const readings: Record<string, (actor: Actor) => Promise<unknown>> = {
  "numbers of the tabs": (actor) => countInbox.execute(actor, {}),
  "first page": (actor) => listConversations.execute(actor, {}),
  "first page of open ones": (actor) => listInbox.execute(actor, { view: "all" }),
  "first page of closed ones": (actor) => listInbox.execute(actor, { view: "closed" }),
  pipeline: (actor) => listByPhase.execute(actor, { open: "true" }),
};

/** What an agent's screens ask for, at a million conversations against ten thousand: as for those who see everything. */
export async function benchAgentsLists(url: string, big: Company, small: Company, report: Report): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const company of [big, small]) await give(company, client);
  } finally {
    await client.end();
  }
  let [worst, most] = [0, 0];
  for (const [name, reading] of Object.entries(readings)) {
    const of = (company: Company) => ({ companyId: company.companyId, call: () => reading(agentOf(company)) });
    const { large, little, ratio } = await measureBoth(of(big), of(small));
    [worst, most] = [Math.max(worst, ratio), Math.max(most, large.buffers)];
    report.line(
      `agent's ${name}: ${large.ms.toFixed(2)} ms at 1,000,000 / ${little.ms.toFixed(2)} ms at 10,000 = ${ratio.toFixed(2)}, ${large.buffers} buffers and ${little.buffers}`,
    );
  }
  report.limit("slowest list of an agent, 1,000,000 : 10,000", worst, "at most", 1.5);
  report.limit("most buffers of a list of an agent", most, "at most", 900);
}
