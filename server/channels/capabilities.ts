import { type FileKind, kindOfType } from "#server/uploads/choices.ts";
import type { Capabilities, FileLimit } from "./capabilities-schema.ts";
import { instagramCapabilities } from "./instagram/capabilities.ts";
import { messengerCapabilities } from "./messenger/capabilities.ts";
import { webCapabilities } from "./web/capabilities.ts";
import { whatsappCapabilities } from "./whatsapp/capabilities.ts";

const tables: Readonly<Record<string, Capabilities>> = {
  WEB: webCapabilities,
  WHATSAPP: whatsappCapabilities,
  FACEBOOK: messengerCapabilities,
  INSTAGRAM: instagramCapabilities,
};

/** What the channel of a conversation can carry, by its name there. */
export function capabilitiesOf(channel: string): Capabilities {
  return tables[channel] ?? webCapabilities;
}

/** A file as it would leave; null: its size is not known before it leaves. */
export type Piece = { kind: FileKind; contentType: string; size: number | null };

/** Which limit of the channel a file passes. */
export type FileProblem =
  | { code: "type_not_supported"; kind: FileKind; types: readonly string[] | "any" }
  | { code: "too_large"; kind: FileKind; bytes: number };

const fits = ({ types }: FileLimit, kind: FileKind, contentType: string) =>
  (kind === "file" || kindOfType(contentType) === kind) && (types === "any" || types.includes(contentType));

/** Why the channel does not take a file; undefined where it does. The composer and the server both ask this. */
export function judgeFile(able: Capabilities, { kind, contentType, size }: Piece): FileProblem | undefined {
  const limit = able.files[kind];
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "" && !fits(limit, kind, type)) return { code: "type_not_supported", kind, types: limit.types };
  return size !== null && size > limit.bytes ? { code: "too_large", kind, bytes: limit.bytes } : undefined;
}

/** As what a file leaves best: as what it is, else as a plain file; undefined where the channel takes it as neither. */
export function kindFor(able: Capabilities, contentType: string, size: number): FileKind | undefined {
  const own = kindOfType(contentType);
  return [own, "file" as const].find((kind) => !judgeFile(able, { kind, contentType, size }));
}
