import { expect, it } from "vitest";
import { newId } from "#server/base/ids.ts";
import { forgetRecipient } from "#server/campaigns/forgetting.ts";
import { systemActor } from "#server/core/actor.ts";
import { systemPool } from "#server/db/system.ts";
import { openCompany } from "#server/testing/fixture.ts";

const company = await openCompany("Recipients", ["whatsapp"]);
const { companyId } = company;
const system = systemActor(companyId);
let numbers = 7000;

/** Somebody whose contact is gone, and whose message stands in the company's campaign as it was left. */
async function recipient(campaign: string, claimed = false): Promise<string> {
  const id = newId();
  const left = `update campaigns set "status" = $2 where "id" = $1`;
  await systemPool().query(left, [company.given.campaignId, campaign]);
  numbers += 1;
  await systemPool().query(
    `insert into campaign_messages ("companyId", "id", "number", "campaignId", "channelId", "templateId", "contactId",
       "destination", "recipientKey", "name", "variables", "status", "claimedAt")
     select "companyId", gen_random_uuid(), $3::int, "id", "channelId", "templateId", $2, $3::text, $3::text, 'Wim', '{"1": "Wim"}',
       'pending', case when $4 then now() end
     from campaigns where "id" = $1`,
    [company.given.campaignId, id, numbers, claimed],
  );
  return id;
}

async function kept(id: string) {
  const { rows } = await systemPool().query(
    `select "destination", "name", "variables", "status", "failureCode" from campaign_messages where "contactId" = $1`,
    [id],
  );
  return rows[0];
}

const nothing = { destination: "", name: "", variables: {} };

it.each(["CANCELLED", "STOPPED", "SENT"])(
  "forgets whom a campaign that is %s no longer writes to [P4]",
  async (status) => {
    const id = await recipient(status);
    expect(await forgetRecipient.execute(system, { kind: "contact", id })).toEqual({ pending: 0 });
    expect(await kept(id)).toMatchObject({ ...nothing, status: "pending" });
  },
);

it("waits for what will still leave, or is leaving, and the last time keeps it from that [P4]", async () => {
  for (const [status, claimed] of [["SCHEDULED"], ["SENDING"], ["CANCELLED", true]] as [string, boolean?][]) {
    const id = await recipient(status, claimed);
    expect(await forgetRecipient.execute(system, { kind: "contact", id })).toEqual({ pending: 1 });
    expect(await kept(id)).toMatchObject({ name: "Wim", status: "pending" });
    expect(await forgetRecipient.execute(system, { kind: "contact", id, last: true })).toEqual({ pending: 0 });
    expect(await kept(id)).toMatchObject({ ...nothing, status: "invalid", failureCode: "contact_not_found" });
  }
});
