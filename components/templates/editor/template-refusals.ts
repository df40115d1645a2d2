import { useTranslations } from "next-intl";
import { detailsOf, useRefusals } from "#components/companies/refusals.ts";
import { failureOf } from "#components/live/api.ts";
import { CallError } from "#components/live/trpc/call-error.ts";
import { componentsOf, type DraftFaults, placeOf, type TemplateDraft } from "./template-draft.ts";

export type TemplateRefusal = { sentence: string | undefined; faults: DraftFaults; exists: boolean };

export const noTemplateRefusal: TemplateRefusal = { sentence: undefined, faults: {}, exists: false };

/** Why the service refused a template, by the part of the editor it is about. */
export function useTemplateRefusals(): (error: unknown, draft: TemplateDraft) => TemplateRefusal {
  const t = useTranslations("templates.refused");
  const refusals = useRefusals();
  return (error, draft) => {
    const { code } = failureOf(error);
    if (code === "already_exists") return { sentence: t("exists"), faults: {}, exists: true };
    if (code === "limit_reached") return { sentence: t("limit"), faults: {}, exists: false };
    if (code === "conflict") return { sentence: t("conflict"), faults: {}, exists: false };
    const details = error instanceof CallError ? detailsOf(error.data) : [];
    if (details.length === 0) return { sentence: refusals.sentence(error), faults: {}, exists: false };
    const components = componentsOf(draft);
    const faults = details.map((detail) => [
      placeOf(components, detail.field),
      [{ code: detail.code, warning: false }],
    ]);
    return { sentence: t("faults"), faults: Object.fromEntries(faults), exists: false };
  };
}
