import { graphRequest } from "../graph/graph.ts";
import { textIn } from "../inbound/lossless.ts";
import { multipart, type Uploader } from "../media/uploading.ts";

const timeoutMs = 120_000;

/** POST /{phone}/media: kept for 30 days, usable by this number only. */
export const whatsappUploader: Uploader = {
  images: ["image/jpeg", "image/png"],
  reference: "id",
  async upload(connection, file) {
    const { credentials } = connection;
    if (credentials.platform !== "whatsapp") throw new Error("not a WhatsApp connection");
    const contentType = file.contentType === "audio/ogg" ? "audio/ogg; codecs=opus" : file.contentType;
    const fields = { messaging_product: "whatsapp", type: contentType };
    const { bytes, headers } = await multipart(fields, "file", { ...file, contentType });
    const path = `/${credentials.phoneNumberId}/media`;
    return textIn((await graphRequest(connection, { method: "POST", path, bytes, headers, timeoutMs })).id);
  },
};
