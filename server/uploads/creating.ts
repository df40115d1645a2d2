import { AppError, invalidField } from "#server/base/errors.ts";
import { query } from "#server/core/operation.ts";
import { type Room, withRoom } from "#server/kit/rest/room.ts";
import { OutboundError, outbound } from "#server/outbound/sending.ts";
import { mostBytes } from "./choices.ts";
import { storeOutgoing } from "./outgoing.ts";
import { createUploadInput, uploadedFileSchema } from "./schema.ts";

const timeoutMs = 30_000;

type Fetched = { bytes: Uint8Array; fileName: string };

/** What the server behind an address calls the file, else the last part of the address. */
function nameIn(url: URL, disposition = ""): string {
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition) ?? [];
  const last = url.pathname.split("/").at(-1) ?? "";
  try {
    return plain ?? decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Redirects are followed by hand, so that each address is judged like the first. */
async function fetched(address: string, room: Room, hops = 3): Promise<Fetched> {
  const refused = (why: string) => invalidField("url", `The file could not be fetched: ${why}`, "not_fetched");
  try {
    const answer = await outbound({ url: address, method: "GET", timeoutMs, maxBytes: mostBytes, room });
    const { statusCode, headers, body, truncated } = answer;
    const { location } = headers;
    if (statusCode >= 300 && statusCode < 400 && location && hops > 0 && URL.canParse(location, address)) {
      return await fetched(new URL(location, address).href, room, hops - 1);
    }
    if (statusCode !== 200) throw refused(`its server answered ${statusCode}.`);
    if (truncated) throw new AppError("payload_too_large", { message: "A file can have 100 MB at most." });
    return { bytes: body, fileName: nameIn(new URL(address), headers["content-disposition"]) };
  } catch (error) {
    if (error instanceof OutboundError) throw refused(error.message);
    throw error;
  }
}

/** POST /v1/uploads. No transaction is held while a file is fetched. */
export const createUpload = query({
  name: "uploads.create",
  access: "chat_talk",
  whileSeeing: "refused",
  input: createUploadInput,
  output: uploadedFileSchema,
  example: () => ({ content: "TW9uIHRvIEZyaSwgOSB0byAxOA==", fileName: "hours.txt" }),
  async run({ actor, input }) {
    const { file, url, content, fileName = "", voice } = input;
    if (url)
      return withRoom("company", actor.companyId, async (room) => {
        const found = await fetched(url, room);
        return storeOutgoing(actor, { bytes: found.bytes, fileName: fileName || found.fileName, voice });
      });
    const bytes = file?.bytes ?? Buffer.from(content ?? "", "base64");
    return storeOutgoing(actor, { bytes, fileName, voice });
  },
});
