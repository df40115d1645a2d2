import { z } from "zod";
import { type SignUpEvent, signUpEvents } from "#server/channels/signup/schema.ts";

/** What the window told, before or after its code came. */
export type SessionInfo =
  | { kind: "finished"; event: SignUpEvent; wabaId: string; phoneNumberId: string }
  | { kind: "cancelled"; step: string }
  | { kind: "failed"; reason: string; code: string };

const text = z.union([z.string(), z.number()]).transform(String).catch("");
const messageSchema = z.object({
  type: z.literal("WA_EMBEDDED_SIGNUP"),
  event: z.string().default(""),
  data: z
    .object({
      waba_id: text.default(""),
      phone_number_id: text.default(""),
      current_step: text.default(""),
      error_message: text.default(""),
      error_id: text.default(""),
      error_code: text.default(""),
    })
    .catch(() => ({
      ...{ waba_id: "", phone_number_id: "", current_step: "" },
      ...{ error_message: "", error_id: "", error_code: "" },
    })),
});

/** Meta's own pages only; `own` is where the simulator's window lives, and "" where there is none. */
export function isFromSignUp(origin: string, own: string): boolean {
  if (own !== "" && origin === own) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, port } = new URL(origin);
  return protocol === "https:" && port === "" && (hostname === "facebook.com" || hostname.endsWith(".facebook.com"));
}

function parsed(data: unknown): unknown {
  if (typeof data !== "string") return data;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/** Reads one `message` event's data; undefined: it is about something else. */
export function readSessionInfo(data: unknown): SessionInfo | undefined {
  const read = messageSchema.safeParse(parsed(data));
  if (!read.success) return undefined;
  const { event, data: told } = read.data;
  // Version 2 says ERROR, later ones say CANCEL and give the reason.
  if (event === "ERROR" || told.error_message !== "") {
    return { kind: "failed", reason: told.error_message, code: told.error_code || told.error_id };
  }
  if (event === "CANCEL") return { kind: "cancelled", step: told.current_step };
  const finished = signUpEvents.find((one) => one === event);
  if (!finished) return undefined;
  return { kind: "finished", event: finished, wabaId: told.waba_id, phoneNumberId: told.phone_number_id };
}
