import type { Connection } from "#server/channels/connection/connecting.ts";
import { GraphError, graphRequest } from "#server/channels/graph/graph.ts";
import { listIn, objectIn, textIn } from "#server/channels/inbound/lossless.ts";
import { whatsappUploader } from "#server/channels/whatsapp/uploading.ts";
import { systemActor } from "#server/core/actor.ts";
import { OutboundError, outbound } from "#server/outbound/sending.ts";
import { findUpload, readUpload, type StoredFile } from "#server/uploads/reading.ts";

type Json = Record<string, unknown>;

const timeoutMs = 10_000;
const maxBytes = 16 * 1024 * 1024;

/** A file at another server's address; the simulator reviews without looking at it. */
async function fetched(connection: Connection, url: string): Promise<StoredFile | undefined> {
  if (connection.sandbox) return undefined;
  try {
    const { statusCode, headers, body, truncated } = await outbound({ url, method: "GET", timeoutMs, maxBytes });
    const contentType = headers["content-type"]?.split(";")[0]?.trim() ?? "";
    const fileName = new URL(url).pathname.split("/").at(-1) || "sample";
    return statusCode === 200 && !truncated && contentType ? { bytes: body, contentType, fileName } : undefined;
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

async function fileAt(connection: Connection, url: string): Promise<StoredFile | undefined> {
  const { upload } = await findUpload.execute(systemActor(connection.companyId), { url });
  return upload ? readUpload(upload, whatsappUploader.images) : fetched(connection, url);
}

/** Samples take another way than media of messages: a session below the app, then the bytes (channels.md 2.2). */
async function handleOf(connection: Connection, file: StoredFile): Promise<string> {
  const app = await graphRequest(connection, { method: "GET", path: "/app", query: { fields: "id" } });
  const session = await graphRequest(connection, {
    method: "POST",
    path: `/${textIn(app.id)}/uploads`,
    query: { file_name: file.fileName, file_length: String(file.bytes.length), file_type: file.contentType },
  });
  const answer = await graphRequest(connection, {
    method: "POST",
    path: `/${textIn(session.id)}`,
    bytes: file.bytes,
    headers: {
      authorization: `OAuth ${connection.credentials.accessToken}`,
      file_offset: "0",
      "content-type": file.contentType,
    },
    timeoutMs: 30_000,
  });
  return textIn(answer.h);
}

/**
 * A submission whose header's sample is an address: the platform wants an uploaded file. What cannot be fetched stays as
 * it is, and the platform says what it thinks of it.
 */
export async function withSamples(connection: Connection, submitted: Json): Promise<Json> {
  const components = await Promise.all(
    listIn(submitted.components).map(async (one) => {
      const component = objectIn(one);
      const example = objectIn(component.example);
      const [sample] = listIn(example.header_handle);
      const file = /^https?:\/\//.test(textIn(sample)) ? await fileAt(connection, textIn(sample)) : undefined;
      if (!file) return component;
      return { ...component, example: { ...example, header_handle: [await sampled(connection, file)] } };
    }),
  );
  return { ...submitted, components };
}

/** Nothing was submitted yet, so a lost answer here leaves no doubt about the template. */
async function sampled(connection: Connection, file: StoredFile): Promise<string> {
  try {
    return await handleOf(connection, file);
  } catch (error) {
    if (!(error instanceof GraphError) || error.action !== "unknown") throw error;
    const { code, details, message } = error;
    throw new GraphError({ code, details, message, action: "retry", cause: error });
  }
}
