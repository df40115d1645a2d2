import { useTranslations } from "next-intl";
import { useFieldsOf } from "#components/fields/shown-fields.ts";
import type { SlotOption } from "./conditions.ts";

/** What conditions may ask of a conversation and its contact, by the names that people gave it. */
export function useKnownSlots(): SlotOption[] {
  const t = useTranslations("conditions.slots");
  const own = useFieldsOf("conversation");
  const ofContact = useFieldsOf("contact");
  const fields = new Map([...ofContact, ...own].map(({ key, label }) => [key, label]));
  return [
    ...(["name", "email", "phone"] as const).map((value) => ({ value, label: t(value) })),
    ...[...fields].filter(([key]) => key.length <= 64).map(([value, label]) => ({ value, label })),
  ];
}
