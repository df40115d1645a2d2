import { z } from "zod";

/** What one message looks like on the customer's phone. */
export type PhoneShown = {
  text: string;
  kind: "text" | "image" | "audio" | "video" | "document" | "location" | "contacts" | "template" | "other";
  /** Address of a picture. */
  image: string;
  options: readonly { title: string; payload: string; hint: string }[];
  /** The options stand in a list that opens; its button says this. */
  list: string;
  /** Id of the message it answers. */
  quoted: string;
  template: { name: string; language: string; parameters: readonly string[] } | undefined;
};

const words = z.string().catch("");
const option = z.object({ title: words, payload: words, id: words, description: words }).partial().catch({});
const named = z.object({ link: words, caption: words, name: words, filename: words }).partial();

const bodySchema = z.looseObject({
  type: words,
  text: z.object({ body: words }).optional().catch(undefined),
  image: named.optional().catch(undefined),
  document: named.optional().catch(undefined),
  video: named.optional().catch(undefined),
  location: named.optional().catch(undefined),
  /* The customer's names it by id, the business's by message_id. */
  context: z.object({ id: words, message_id: words }).partial().optional().catch(undefined),
  button: z.object({ text: words }).optional().catch(undefined),
  interactive: z
    .object({
      type: words,
      header: z.object({ image: named.optional() }).optional().catch(undefined),
      body: z.object({ text: words }).optional().catch(undefined),
      button_reply: option.optional(),
      list_reply: option.optional(),
      action: z
        .object({
          button: words,
          buttons: z.array(z.object({ reply: option })).catch([]),
          sections: z.array(z.object({ rows: z.array(option) })).catch([]),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
  template: z
    .object({
      name: words,
      language: z.object({ code: words }),
      components: z
        .array(z.object({ type: words, parameters: z.array(z.object({ text: words })).catch([]) }))
        .catch([]),
    })
    .optional()
    .catch(undefined),
  message: z
    .looseObject({
      text: words,
      quick_replies: z.array(option).catch([]),
      attachment: z.unknown().optional(),
      attachments: z.array(z.unknown()).catch([]),
      reply_to: z.object({ mid: words }).optional().catch(undefined),
      is_unsupported: z.boolean().catch(false),
    })
    .optional()
    .catch(undefined),
});

type Body = z.output<typeof bodySchema>;
type Options = PhoneShown["options"];

const attachmentSchema = z
  .object({ type: words, title: words, payload: z.object({ url: words }).catch({ url: "" }) })
  .catch({ type: "", title: "", payload: { url: "" } });

const empty: PhoneShown = { text: "", kind: "text", image: "", options: [], list: "", quoted: "", template: undefined };

function optionsOf(all: readonly z.output<typeof option>[]): Options {
  return all.map(({ title = "", payload = "", id = "", description = "" }) => ({
    title,
    payload: payload || id,
    hint: description,
  }));
}

function pageMessage(message: NonNullable<Body["message"]>): PhoneShown {
  const [first] = message.attachments.length > 0 ? message.attachments : [message.attachment];
  const { type, title, payload } = attachmentSchema.parse(first);
  const kinds = { image: "image", audio: "audio", video: "video", file: "document", location: "location" } as const;
  const kind = Object.entries(kinds).find(([name]) => name === type)?.[1];
  return {
    ...empty,
    text: message.text || title,
    kind: message.is_unsupported ? "other" : (kind ?? "text"),
    image: type === "image" ? payload.url : "",
    options: optionsOf(message.quick_replies),
    quoted: message.reply_to?.mid ?? "",
  };
}

function interactive(given: NonNullable<Body["interactive"]>): PhoneShown {
  const { action, header, body } = given;
  const chosen = given.button_reply ?? given.list_reply;
  if (chosen) return { ...empty, text: chosen.title ?? "" };
  const rows = action?.sections.flatMap((section) => section.rows) ?? [];
  return {
    ...empty,
    text: body?.text ?? "",
    image: header?.image?.link ?? "",
    options: optionsOf(given.type === "list" ? rows : (action?.buttons.map(({ reply }) => reply) ?? [])),
    list: given.type === "list" ? (action?.button ?? "") : "",
  };
}

/** Reads a message as the platform has it; what is not known here is "other". */
export function phoneShown(body: Readonly<Record<string, unknown>>): PhoneShown {
  const parsed = bodySchema.safeParse(body).data;
  if (!parsed) return { ...empty, kind: "other" };
  if (parsed.message) return pageMessage(parsed.message);
  const quoted = parsed.context?.message_id || parsed.context?.id || "";
  const { type, text, image, document, video, location, button, template } = parsed;
  if (parsed.interactive) return { ...interactive(parsed.interactive), quoted };
  if (template) {
    const parameters = template.components
      .filter((one) => one.type === "body")
      .flatMap((one) => one.parameters.map((parameter) => parameter.text));
    return {
      ...empty,
      kind: "template",
      template: { name: template.name, language: template.language.code, parameters },
    };
  }
  if (type === "image") return { ...empty, kind: type, image: image?.link ?? "", text: image?.caption ?? "", quoted };
  if (type === "sticker") return { ...empty, kind: "image", quoted };
  if (type === "document") return { ...empty, kind: type, text: document?.caption ?? "", quoted };
  if (type === "video") return { ...empty, kind: type, text: video?.caption ?? "", quoted };
  if (type === "location") return { ...empty, kind: type, text: location?.name ?? "", quoted };
  if (type === "audio" || type === "contacts") return { ...empty, kind: type, quoted };
  if (type === "text" || type === "button") return { ...empty, text: text?.body ?? button?.text ?? "", quoted };
  return { ...empty, kind: "other" };
}
