import { createCampaign } from "#server/campaigns/creating.ts";
import { createChannel } from "#server/channels/creating.ts";
import { storePayloads } from "#server/channels/inbound/storing.ts";
import { type Actor, systemActor } from "#server/core/actor.ts";
import type { Given } from "#server/core/operation.ts";
import { inTransaction } from "#server/db/pool.ts";
import { createTemplate } from "#server/templates/creating.ts";
import { takeNumbers } from "#server/templates/numbering.sql.ts";
import { recordSubmission } from "#server/templates/submitting.ts";
import { secretWordOf } from "./secret-word.ts";

/** A WhatsApp number with a template that may be sent. Its number is one that no other text holds by chance. */
export async function furnishWhatsapp(admin: Actor): Promise<Given> {
  const { companyId } = admin;
  const system = systemActor(companyId);
  await inTransaction(companyId, () =>
    takeNumbers(system, "templates", 500_000_000 + Number(`0x${companyId.slice(-6)}`)),
  );
  const channel = await createChannel.execute(admin, { type: "WHATSAPP_API", label: "WhatsApp", sandbox: true });
  const components = [{ type: "BODY", text: `Hello {{1}}, news from the ${secretWordOf(companyId)} for you.` }];
  const named = { name: "order_update", language: "en_US" };
  const template = await createTemplate.execute(admin, {
    channelId: channel.id,
    ...named,
    category: "UTILITY",
    components,
  });
  await recordSubmission.execute(system, {
    templateId: template.id,
    externalId: `9${template.id}`,
    status: "APPROVED",
  });
  const campaign = await createCampaign.execute(admin, {
    channelId: channel.id,
    templateId: template.id,
    name: `Campaign of the ${secretWordOf(companyId)}`,
    audience: { type: "tags", tags: [secretWordOf(companyId)] },
    scheduledAt: new Date(Date.now() + 300 * 86_400_000).toISOString(),
  });
  const body = JSON.stringify({ object: "whatsapp_business_account", entry: [], word: secretWordOf(companyId) });
  const arrived = { platform: "whatsapp" as const, body, headers: {} };
  const [inboundPayloadId = ""] = await storePayloads(arrived, [{ to: { companyId, channelId: channel.id }, body }]);
  return {
    whatsappChannelId: channel.id,
    templateId: String(template.id),
    campaignId: campaign.id,
    inboundPayloadId,
  };
}
