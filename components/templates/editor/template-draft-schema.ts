import { z } from "zod";
import { headerFormats, templateCategories } from "#server/templates/choices.ts";
import { draftButtonTypes } from "./template-draft.ts";

const draftButtonSchema = z.object({
  /** Only to identify the rows. */
  id: z.string(),
  type: z.enum(draftButtonTypes),
  text: z.string(),
  url: z.string(),
  phone: z.string(),
  example: z.string(),
});
export type DraftButton = z.infer<typeof draftButtonSchema>;

/** A template as its editor holds it: every part there, whether filled or not. */
export const templateDraftSchema = z.object({
  channelId: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.enum(templateCategories),
  headerFormat: z.enum(["NONE", ...headerFormats]),
  headerText: z.string(),
  /** Address of a sample file, for a header that is one. */
  headerFile: z.string(),
  body: z.string(),
  footer: z.string(),
  /** Sample value by variable; `header` is the header's own `{{1}}`. */
  examples: z.record(z.string(), z.string()),
  buttons: z.array(draftButtonSchema),
  /** Of one-time passwords, whose text the platform writes. */
  securityAdvice: z.boolean(),
  expiresIn: z.int().nullable(),
  codeButton: z.string(),
});
export type TemplateDraft = z.infer<typeof templateDraftSchema>;
