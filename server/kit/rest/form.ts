import { createHash } from "node:crypto";
import type { Context } from "hono";
import { AppError, invalidField } from "#server/base/errors.ts";
import { readBytes } from "./body.ts";
import type { Room } from "./room.ts";
import type { FilePart } from "./route.ts";

/** What a form needs around its file. */
const framing = 64 * 1024;
const mostText = 4096;

/** The fields of a form as an operation's input, and a text by which a repeat is known: borders differ each time. */
type Form = { input: Record<string, unknown>; text: string };

export const isForm = (c: Context): boolean =>
  /^multipart\/form-data\s*;/i.test((c.req.header("content-type") ?? "").trim());

/** Texts that stand for something else in a form: it has no other types. */
function meantBy(text: string): unknown {
  return text === "true" ? true : text === "false" ? false : text;
}

/** Reads multipart/form-data: one file, and a few short texts. */
export async function readForm(c: Context, { part, most, hold }: FilePart, room: Room): Promise<Form> {
  const body = await readBytes(c, most + framing, room);
  const type = c.req.header("content-type") ?? "";
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError("validation_error", { message: "The body is not a form that can be read.", cause });
    });
  const input: Record<string, unknown> = {};
  const known: [string, string][] = [];
  for (const [name, value] of form) {
    if (typeof value === "string") {
      if (value.length > mostText) throw invalidField(name, "The text is too long.", "too_big");
      input[name] = meantBy(value);
      known.push([name, value]);
      continue;
    }
    if (name !== part || Object.hasOwn(input, part)) throw invalidField(name, `Send one file, as ${part}.`);
    const bytes = new Uint8Array(await value.arrayBuffer());
    if (bytes.byteLength > most) throw new AppError("payload_too_large");
    input[part] = hold(bytes);
    input.fileName ??= value.name;
    known.push([name, createHash("sha256").update(bytes).digest("hex")]);
  }
  if (!Object.hasOwn(input, part)) throw invalidField(part, `Send the file as the part ${part}.`, "required");
  return { input, text: JSON.stringify(known) };
}
