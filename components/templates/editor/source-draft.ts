import { componentSchema, type TemplateComponent, type WhatsAppTemplate } from "#server/templates/schema.ts";
import { draftOf, type TemplateDraft } from "./template-draft.ts";

/** The parts of a template as the rules read them; what the platform may add beyond them is left out. */
export function partsOf(template: Pick<WhatsAppTemplate, "components">): TemplateComponent[] {
  return template.components.flatMap((one) => {
    const parsed = componentSchema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
}

/** A template as the beginning of the editor, in its own language or for another. */
export function sourceDraft(template: WhatsAppTemplate, language = template.language): TemplateDraft {
  return { ...draftOf(template, partsOf(template)), language };
}
