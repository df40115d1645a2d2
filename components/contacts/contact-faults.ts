import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { failureOf } from "#components/live/api.ts";
import { isRecord } from "#components/live/records.ts";
import { CallError } from "#components/live/trpc/call-error.ts";
import { isPhone } from "#components/outreach/phone-rule.ts";
import { laterModule } from "#components/ui/late/later.tsx";

/** What a form asks beyond the service, which keeps any text as a phone. */
const isUncallable = (given: unknown) =>
  isRecord(given) && typeof given.phone === "string" && given.phone.trim() !== "" && !isPhone(given.phone);

/* The service's own rules, fetched with the first deed; until they are there its refusal says the same. */
const rules = laterModule(() => import("#server/contacts/schema.ts"));

/** Fields with error messages of their own. */
const wordedFields = [
  "name",
  "email",
  "phone",
  "internationalPhoneNumber",
  "externalId",
  "subStatus",
  "assignedTo",
  "websiteId",
  "note",
  "customFields",
  "tag",
  "message",
] as const;
type WordedField = (typeof wordedFields)[number];

export type Faults = Readonly<Partial<Record<WordedField, string>>>;

function fieldOf(path: string): WordedField | undefined {
  return wordedFields.find((field) => path === field || path.startsWith(`${field}.`));
}

/** The paths that the service complained about. */
function pathsOf(error: unknown): string[] {
  const data: unknown = error instanceof CallError ? error.data : undefined;
  const details: unknown = isRecord(data) ? data.details : undefined;
  if (!Array.isArray(details)) return [];
  return details.map((detail) => (isRecord(detail) && typeof detail.field === "string" ? detail.field : ""));
}

export type FaultWords = {
  /** Per field, in the reader's words, before anything is sent. */
  ofCreation: (input: unknown) => Faults;
  /** Of one changed field; undefined: it can be saved. */
  ofChange: (change: Record<string, unknown>) => string | undefined;
  /** Per field, of what the service refused. */
  ofRefusal: (error: unknown) => Faults;
  /** One sentence for any refusal. */
  sentence: (error: unknown) => string;
};

export function useFaultWords(): FaultWords {
  const t = useTranslations("contacts.faults");
  const tFields = useTranslations("companies.faults.fields");
  return useMemo(() => {
    const words = (paths: readonly string[]): Faults => {
      const fields = paths.map(fieldOf).filter((field) => field !== undefined);
      return Object.fromEntries(fields.map((field) => [field, t(field)]));
    };
    const ofRefusal = (error: unknown) => words(pathsOf(error));
    return {
      ofRefusal,
      ofCreation: (input) => {
        const checked = rules.now()?.createContactInput.safeParse(input);
        const paths = (checked?.error?.issues ?? []).map((issue) => issue.path.join("."));
        return words(isUncallable(input) ? [...paths, "phone"] : paths);
      },
      ofChange: (change) => {
        const checked = rules.now()?.updateContactInput.safeParse({ contactId: "-", ...change });
        const path = checked?.error?.issues[0]?.path.join(".");
        if (path === undefined) return isUncallable(change) ? t("phone") : undefined;
        return t(fieldOf(path) ?? "other");
      },
      sentence: (error) => {
        const [known] = Object.values(ofRefusal(error));
        const { code, message } = failureOf(error);
        if (code === "precondition_failed") return tFields("changed");
        if (code === "network") return t("network");
        if (code === "not_found") return t("gone");
        if (code === "forbidden") return t("forbidden");
        return known ?? (message || t("other"));
      },
    };
  }, [t, tFields]);
}
