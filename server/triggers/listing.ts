import { z } from "zod";
import { prepareText, tryTrigger } from "#server/chatbots/flow/triggers.ts";
import { query } from "#server/core/operation.ts";
import { readableTrigger, triggersOf } from "./access.ts";
import { triggerIdInput, triggerSchema, tryTriggersInput, tryTriggersSchema } from "./schema.ts";

/** GET /v1/triggers, in the order in which they are tried */
export const listTriggers = query({
  name: "triggers.list",
  access: "websites_read",
  input: z.object({}),
  output: z.array(triggerSchema),
  example: () => ({}),
  async run({ actor }) {
    return triggersOf(actor);
  },
});

/** GET /v1/triggers/{triggerId} */
export const readOneTrigger = query({
  name: "triggers.get",
  access: "websites_read",
  input: triggerIdInput,
  output: triggerSchema,
  example: (given) => ({ triggerId: given.triggerId ?? "" }),
  async run({ actor, input }) {
    return readableTrigger(actor, input.triggerId);
  },
});

/** Which rule would fire for a text, and what keeps the others from it; nothing is sent. */
export const tryTriggers = query({
  name: "triggers.try",
  access: "websites_read",
  input: tryTriggersInput,
  output: tryTriggersSchema,
  example: (given) => ({ text: "what is the price?", channel: "WEBSITE" as const, channelId: given.channelId ?? "" }),
  async run({ actor, input }) {
    const { text, channel, channelId = "", open } = input;
    const heard = prepareText(text);
    const readings = (await triggersOf(actor)).map((trigger) => ({
      id: trigger.id,
      name: trigger.name,
      ...tryTrigger(trigger, heard, { channel, channelId, open, fired: [] }),
    }));
    const fired = readings.find(({ verdict }) => verdict === "matches")?.id ?? null;
    const rules = readings.map(({ id, name, verdict, match }) => {
      if (verdict !== "matches") return { id, name, verdict, match };
      return { id, name, verdict: id === fired ? ("fires" as const) : ("shadowed" as const), match };
    });
    return { fired, rules };
  },
});
