import { type Actor, systemActor } from "#server/core/actor.ts";
import { storeFile, storeImage } from "#server/uploads/storing.ts";
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

const face = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><circle cx="128" cy="128" r="112" fill="#f2c14e"/>
<circle cx="92" cy="104" r="14"/><circle cx="164" cy="104" r="14"/>
<path d="M76 152q52 64 104 0" fill="none" stroke="#000" stroke-width="12"/></svg>`;

/** What the simulated phone sends when a person has no file at hand: a silent voice note, a page of PDF, a face. */
export async function withPlaceholder(actor: Actor, message: PhoneMessage): Promise<PhoneMessage> {
  if (message.url !== "") return message;
  const system = systemActor(actor.companyId);
  if (message.type === "audio") return { ...message, url: (await storeFile(system, silence(), "voice.mp3")).url };
  if (message.type === "sticker") {
    const { default: sharp } = await import("sharp");
    const sticker = await sharp(Buffer.from(face)).webp().toBuffer();
    return { ...message, url: (await storeImage(system, sticker)).url };
  }
  if (message.type !== "document") return message;
  return { ...message, url: (await storeFile(system, Buffer.from(pdf), "document.pdf")).url };
}
