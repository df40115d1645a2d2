import { AppError, type FieldError } from "#server/base/errors.ts";
import { capabilitiesOf, judgeFile } from "#server/channels/capabilities.ts";
import { describedFile } from "#server/uploads/access.ts";
import { keepUploads } from "#server/uploads/attaching.ts";
import { keyOfUrl } from "#server/uploads/storage.ts";
import type { TemplateRow } from "../access.ts";
import { headerMedia, needsMedia } from "../filling.ts";
import { partOf } from "../rules.ts";
import type { Media } from "../schema.ts";

type Template = Pick<TemplateRow, "companyId" | "components">;

const kinds: Record<string, "image" | "video" | "file"> = { IMAGE: "image", VIDEO: "video", DOCUMENT: "file" };

/** What is wrong with the header's file. One that lies elsewhere is fetched by the platform, and known only to it. */
export async function headerFault(
  { companyId, components }: Template,
  given: Media | null,
): Promise<FieldError | undefined> {
  if (!needsMedia(components)) return undefined;
  const fault = (code: string, message: string) => ({ field: "media.link", code, message });
  const media = headerMedia(components, given);
  if (!media) return fault("required", "The header needs a file: media.link.");
  const key = keyOfUrl(media.link);
  if (!key) return undefined;
  const file = await describedFile(companyId, key);
  if (!file) return fault("unknown_reference", "The file is not there any more: upload it again.");
  const kind = kinds[partOf(components, "HEADER")?.format ?? ""] ?? "file";
  const problem = judgeFile(capabilitiesOf("WHATSAPP"), { kind, ...file });
  if (!problem) return undefined;
  const what = problem.code === "too_large" ? "is too large for" : "cannot be sent in";
  return fault(
    problem.code,
    `This file ${what} a header that is ${kind === "file" ? "a document" : `of kind ${kind}`}.`,
  );
}

export async function refuseHeader(template: Template, given: Media | null): Promise<void> {
  const fault = await headerFault(template, given);
  if (fault) throw new AppError("validation_error", { message: fault.message, details: [fault] });
}

/** A file that no message has taken goes after a day: one that is sent later waits for that. */
export async function keepHeader(companyId: string, media: Media | null | undefined, until: Date): Promise<void> {
  if (media) await keepUploads(companyId, [media.link], until);
}
