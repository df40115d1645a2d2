import { z } from "zod";
import { command } from "#server/core/operation.ts";
import type { SignUpEvent } from "../../signup/schema.ts";
import { codeOf } from "../accounts.ts";
import { profileOf } from "../graph-accounts.ts";
import { putObject, removeObject } from "../objects.sql.ts";
import { sandboxAccount } from "../operations.ts";

const kinds = ["number", "phone_app", "account_only"] as const;

const events: Record<(typeof kinds)[number], SignUpEvent> = {
  number: "FINISH",
  phone_app: "FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING",
  account_only: "FINISH_ONLY_WABA",
};

/** What Meta's window does before it closes: a number gets ready, and a code is made. Nothing is connected by it. */
export const simulateSignUp = command({
  name: "simulator.signUp",
  access: "websites_write",
  input: z.object({
    channelId: z.uuid().meta({ description: "Which of the company's sandbox channels wants a number." }),
    numberOf: z.uuid().optional().meta({ description: "Whose number is given; its own where left out." }),
    kind: z.enum(kinds),
  }),
  output: z.object({ code: z.string(), event: z.string(), wabaId: z.string(), phoneNumberId: z.string() }),
  example: (given) => ({ channelId: given.whatsappChannelId ?? given.channelId ?? "", kind: "number" as const }),
  async run({ actor, input, now }) {
    const asking = await sandboxAccount(actor, input.channelId);
    const account = input.numberOf ? await sandboxAccount(actor, input.numberOf) : asking;
    // Another channel's number may be at work: it stays as it is.
    if (account.channelId === asking.channelId) {
      const fresh = { status: "PENDING", verification: "VERIFIED", phoneApp: false };
      const ready = input.kind === "phone_app" ? { status: "CONNECTED", phoneApp: true } : fresh;
      await putObject(account, "switches", "profile", { ...(await profileOf(account)), ...ready });
      for (const one of ["pin", "sync smb_app_state_sync", "sync history"])
        await removeObject(account, "switches", one);
    }
    const { wabaId, id } = account;
    const phoneNumberId = input.kind === "number" ? id : "";
    return { code: codeOf(account, asking, now), event: events[input.kind], wabaId, phoneNumberId };
  },
});
