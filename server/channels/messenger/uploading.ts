import { kindOfType } from "#server/uploads/choices.ts";
import type { Connection } from "../connection/connecting.ts";
import { graphRequest } from "../graph/graph.ts";
import { textIn } from "../inbound/lossless.ts";
import { multipart, type Uploader } from "../media/uploading.ts";
import { senderOf } from "./outbound.ts";

const timeoutMs = 120_000;

/** POST /{page}/message_attachments. */
async function upload(connection: Connection, file: Parameters<Uploader["upload"]>[1]): Promise<string> {
  const type = kindOfType(file.contentType);
  const fields = {
    message: JSON.stringify({ attachment: { type, payload: { is_reusable: true } } }),
    ...(connection.platform === "instagram" ? { platform: "instagram" } : {}),
  };
  const { bytes, headers } = await multipart(fields, "filedata", file);
  const path = `/${senderOf(connection)}/message_attachments`;
  return textIn((await graphRequest(connection, { method: "POST", path, bytes, headers, timeoutMs })).attachment_id);
}

export const messengerUploader: Uploader = {
  images: ["image/jpeg", "image/png", "image/gif"],
  reference: "attachment_id",
  upload,
};

export const instagramUploader: Uploader = { ...messengerUploader, images: ["image/jpeg", "image/png"] };
