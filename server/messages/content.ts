import type { z } from "zod";
import { AppError, invalidField } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { capabilitiesOf, type FileProblem, judgeFile } from "#server/channels/capabilities.ts";
import type { Capabilities } from "#server/channels/capabilities-schema.ts";
import type { ConversationRow } from "#server/conversations/row.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Upload } from "#server/db/generated/client.ts";
import { prisma } from "#server/db/prisma.ts";
import type { Copies } from "#server/uploads/attaching.ts";
import { type FileKind, plainName } from "#server/uploads/choices.ts";
import { teamUpload, uploadByKey } from "#server/uploads/holding.sql.ts";
import { keyOfUrl, presentUrl, uploadUrl } from "#server/uploads/storage.ts";
import type { Content } from "./gate.ts";
import { withUrls } from "./row.ts";
import type { MessageExtra, replyInput } from "./schema.ts";

export type Draft = Pick<
  z.output<typeof replyInput>,
  "type" | "body" | "message" | "replyToId" | "response_options" | "clientMessageId"
>;
type FileDraft = NonNullable<Draft["message"]>;
type KnownFile = NonNullable<MessageExtra["files"]>[number];

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;

/** What the channel refuses, in words that say what to do. */
export function unsupported(field: string, code: string, message: string, extra?: Record<string, unknown>): AppError {
  return new AppError("unsupported_content", {
    message,
    details: [{ field, code, message }],
    ...(extra ? { extra } : {}),
  });
}

function refusalOf(problem: FileProblem, field: string): AppError {
  const { kind } = problem;
  if (problem.code === "too_large") {
    const message = `The channel takes ${kind} messages up to ${megabytes(problem.bytes)}. Send a smaller file.`;
    return unsupported(field, problem.code, message, { limit: problem.bytes });
  }
  const message =
    problem.types === "any"
      ? `This is no file that can be sent as ${kind}. Send it as another type.`
      : `The channel does not take this as ${kind}, but ${problem.types.join(", ")}. Send it as another type.`;
  return unsupported(field, problem.code, message, { limit: problem.types });
}

async function uploadOf(actor: Actor, { uploadId, url = "" }: FileDraft): Promise<Upload | undefined> {
  if (uploadId === undefined) {
    const key = keyOfUrl(url);
    return key ? uploadByKey(actor, key) : undefined;
  }
  const found = await teamUpload(actor, uploadId);
  if (!found) throw invalidField("message.uploadId", "No such upload, or its time is over.", "unknown_reference");
  return found;
}

/** What is said with the addresses of the copies that it takes along. */
export function withCopies<Said extends Pick<Content, "attachments" | "extra">>(said: Said, copies: Copies): Said {
  if (copies.size === 0) return said;
  return withUrls(said, (url) => {
    const copy = copies.get(presentUrl(url));
    return copy ? uploadUrl(copy.key) : url;
  });
}

function lastPart(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** A voice note is one only where it can be: what is asked for and cannot be done is told as false. */
function voiceOf(able: Capabilities, draft: FileDraft, upload: Upload | undefined): Pick<KnownFile, "voice"> {
  if (!draft.voice) return {};
  return { voice: able.voice === "any" || (able.voice === "ogg" && upload?.voiceNote === true) };
}

type Filled = Pick<Content, "text" | "attachments"> & { extra: MessageExtra };

/** The columns of a file that is stored here, or lies elsewhere; refuses what the channel does not take. */
export function filledWith(able: Capabilities, kind: FileKind, draft: FileDraft, upload: Upload | undefined): Filled {
  const field = draft.uploadId === undefined ? "message.url" : "message.uploadId";
  const { contentType = "", size = 0 } = upload ?? {};
  const problem = judgeFile(able, { kind, contentType, size: upload ? size : null });
  if (problem) throw refusalOf(problem, field);
  const url = upload ? uploadUrl(upload.key) : (draft.url ?? "");
  const text = draft.caption;
  if (kind === "image") return { text, attachments: [{ title: "", text, image_url: url }], extra: {} };
  const name = plainName(draft.fileName || upload?.fileName || lastPart(url)) || kind;
  const length = upload?.durationMs ? { durationMs: upload.durationMs } : {};
  const sound = kind === "audio" ? voiceOf(able, draft, upload) : {};
  const file = { name, contentType: contentType || "application/octet-stream", size, url, ...length, ...sound };
  return { text, attachments: [{ title: name, text: file.contentType, image_url: url }], extra: { files: [file] } };
}

async function filled(actor: Actor, able: Capabilities, kind: FileKind, draft: FileDraft): Promise<Filled> {
  return filledWith(able, kind, draft, await uploadOf(actor, draft));
}

/** What a message answers, of its own conversation. */
export async function quotedIn(
  conversation: ConversationRow,
  id: string,
): Promise<NonNullable<MessageExtra["quoted"]>> {
  const { companyId, id: conversationId } = conversation;
  const found = isId(id) ? await prisma.message.findFirst({ where: { companyId, conversationId, id } }) : undefined;
  if (!found || found.type === "command") {
    throw invalidField("replyToId", "No such message in this conversation.", "unknown_reference");
  }
  if (!capabilitiesOf(conversation.channel).quote) {
    throw unsupported("replyToId", "quote_not_supported", "The channel cannot answer a single message.");
  }
  if (conversation.windowed && !found.externalId) {
    const message = "The platform does not have that message, so nothing can answer it. Send it without replyToId.";
    throw unsupported("replyToId", "quote_not_supported", message);
  }
  return { messageId: found.id, externalId: found.externalId ?? "" };
}

/** The columns of what was written, from the API's body; refuses what the conversation's channel cannot carry. */
export async function contentOf(actor: Actor, conversation: ConversationRow, draft: Draft): Promise<Content> {
  const shared = { responseOptions: draft.response_options ?? [], clientMessageId: draft.clientMessageId ?? null };
  const quoted = draft.replyToId ? { quoted: await quotedIn(conversation, draft.replyToId) } : {};
  if (draft.type === "text/plain" || !draft.message) {
    return { ...shared, type: "text/plain", text: draft.body ?? "", attachments: [], extra: quoted };
  }
  const able = capabilitiesOf(conversation.channel);
  const { extra, ...file } = await filled(actor, able, draft.type, draft.message);
  return { ...shared, type: draft.type, ...file, extra: { ...extra, ...quoted } };
}
