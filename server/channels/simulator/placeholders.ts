import { type Actor, systemActor } from "#server/core/actor.ts";
import { storeFile } from "#server/uploads/storing.ts";
import type { PhoneMessage } from "./phone-schema.ts";

const pages = "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj";
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
${pages}
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 120]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 46>>stream
BT /F 16 Tf 20 60 Td (A simulated file) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** One second of silence: MPEG-1 layer III frames at 32 kbit/s, 44.1 kHz, mono. */
function silence(): Buffer {
  const frame = Buffer.alloc(104);
  frame.set([0xff, 0xfb, 0x10, 0xc4]);
  return Buffer.concat(Array.from({ length: 39 }, () => frame));
}

/** What the simulated phone sends when a person has no file at hand: a silent voice note, a page of PDF. */
export async function withPlaceholder(actor: Actor, message: PhoneMessage): Promise<PhoneMessage> {
  if (message.url !== "") return message;
  const system = systemActor(actor.companyId);
  if (message.type === "audio") return { ...message, url: (await storeFile(system, silence(), "voice.mp3")).url };
  if (message.type !== "document") return message;
  return { ...message, url: (await storeFile(system, Buffer.from(pdf), "document.pdf")).url };
}
