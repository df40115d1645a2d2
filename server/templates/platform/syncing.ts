import { z } from "zod";
import { now } from "#server/base/clock.ts";
import { log } from "#server/base/log.ts";
import { findConnection } from "#server/channels/connection/connecting.ts";
import { GraphError } from "#server/channels/graph/graph.ts";
import { channelIdInput } from "#server/channels/schema.ts";
import type { Actor } from "#server/core/actor.ts";
import { command, query } from "#server/core/operation.ts";
import { channelsWithTemplates, whatsappChannel } from "../access.ts";
import { applyPlatform, askForList } from "../deciding.ts";
import { claimWaiting, recordSubmission } from "../submitting.ts";
import { businessAccount, listRemote, tellPlatform } from "./platform.ts";

const lasting = new Set(["retry", "slow", "maintenance", "unknown", "denied", "reconnect", "restricted"]);

/** Brings every waiting change to the platform. A passing problem leaves the change waiting for the next look. */
export async function submitWaiting(actor: Actor): Promise<void> {
  for (;;) {
    const { template } = await claimWaiting.execute(actor, {});
    if (!template) return;
    const access = businessAccount(await findConnection(actor, template.channelId));
    if (!access) continue;
    const about = { templateId: template.number, revision: template.revision };
    try {
      await recordSubmission.execute(actor, { ...about, ...(await tellPlatform(access, template)) });
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      log.info({ code: error.code, subcode: error.subcode }, "the platform refused a template");
      if (lasting.has(error.action)) continue;
      const gone = template.task === "delete";
      const code = String(error.subcode ?? error.code);
      const reason = error.details || error.message;
      await recordSubmission.execute(actor, { ...about, status: gone ? "DELETED" : "REJECTED", code, reason });
    }
  }
}

/** A page is a transaction, so that a long list holds nobody up; what it does not name is gone once all of it was read. */
async function pullFrom(actor: Actor, access: NonNullable<ReturnType<typeof businessAccount>>): Promise<void> {
  const { channelId } = access;
  const at = now();
  const listed: string[] = [];
  for await (const { decisions, ids, last } of listRemote(access)) {
    listed.push(...ids);
    await applyPlatform.execute(actor, { channelId, decisions, complete: true, listed: last ? listed : null, at });
  }
}

/** Takes over what the platform has, for every connected number. */
export async function pullTemplates(actor: Actor): Promise<void> {
  const { channelIds } = await listSyncable.execute(actor, {});
  for (const channelId of channelIds) {
    const access = businessAccount(await findConnection(actor, channelId));
    if (!access) continue;
    try {
      await pullFrom(actor, access);
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      log.info({ code: error.code, channelId }, "templates could not be read from the platform");
    }
  }
}

const listSyncable = query({
  name: "templates.listSyncable",
  access: "system",
  input: z.object({}),
  output: z.object({ channelIds: z.array(z.string()) }),
  example: () => ({}),
  async run({ actor }) {
    const channels = await channelsWithTemplates(actor);
    return {
      channelIds: channels.filter(({ type, connected }) => connected && type === "WHATSAPP_API").map(({ id }) => id),
    };
  },
});

/** Sync now: a job reads the platform's list; screens follow what differs. */
export const syncTemplates = command({
  name: "templates.sync",
  access: "websites_write",
  input: channelIdInput,
  output: z.object({ requested: z.literal(true) }),
  example: (given) => ({ channelId: given.whatsappChannelId ?? "" }),
  async run({ actor, input, emit }) {
    const channel = await whatsappChannel(actor, input.channelId);
    askForList({ emit }, channel.id);
    return { requested: true as const };
  },
});
