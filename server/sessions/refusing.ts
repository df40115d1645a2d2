import { z } from "zod";
import { deviceOf } from "#server/core/devices.ts";
import { command } from "#server/core/operation.ts";
import { readableUser } from "#server/users/access.ts";
import { startSessionInput } from "./schema.ts";

/** Records a wrong password for a person of the company. */
export const noteRefusal = command({
  name: "sessions.refuse",
  access: "system",
  input: startSessionInput,
  output: z.object({}),
  example: (given) => ({ userId: given.userId ?? "" }),
  async run({ actor, input, emit }) {
    const user = await readableUser(actor, input.userId);
    emit({
      type: "session/refused",
      data: { userId: user.id, address: input.address, device: deviceOf(input.userAgent) },
    });
    return {};
  },
});
