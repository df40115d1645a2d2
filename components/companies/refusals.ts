import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { failureOf } from "#components/live/api.ts";
import { isRecord } from "#components/live/records.ts";
import { CallError } from "#components/live/trpc/call-error.ts";

/**
 * What is wrong, in the reader's words: per field, by its path and by each name in it, or in one sentence where no field
 * is to blame. A `RefusalNote` in the form says what no field there does.
 */
export type Refusal = { fields: Readonly<Record<string, string>>; sentence: string | undefined };

type Detail = { field: string; code: string; message: string };

const fieldWords = {
  required: "required",
  too_short: "tooShort",
  too_common: "tooCommon",
  like_name: "likeName",
  past: "past",
  own: "ownPassword",
  wrong: "wrongPassword",
  wrong_code: "wrongCode",
  wrong_passcode: "wrongPasscode",
  unverified_passkey: "unverifiedPasskey",
  throttled: "throttled",
  system_tag: "systemTag",
  too_big: "tooLong",
  invalid_url: "url",
} as const;

const sentences = {
  network: "network",
  unauthorized: "signedOut",
  forbidden: "forbidden",
  password_needed: "passwordNeeded",
  not_found: "gone",
  already_exists: "exists",
  plan_limit_reached: "planLimit",
  limit_reached: "limit",
  conflict: "conflict",
  precondition_failed: "conflict",
} as const;

function has<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key);
}

/** The details of an error body, however it came. */
export function detailsOf(body: unknown): Detail[] {
  const details: unknown = isRecord(body) ? body.details : undefined;
  if (!Array.isArray(details)) return [];
  return details.flatMap((detail) => {
    const { field, code, message = "" } = isRecord(detail) ? detail : {};
    return typeof field === "string" && typeof code === "string" ? { field, code, message: String(message) } : [];
  });
}

/** The names in a path, without the places in lists: `options.1` is of the field `options`. */
const namesIn = (path: string) => path.split(".").filter((name) => !/^\d+$/.test(name));

/** Words for one fault of a field, by what the field holds and what is wrong. */
function useFieldWord(): (detail: Detail, value: unknown) => string {
  const t = useTranslations("companies.faults.fields");
  return useMemo(
    () => (detail, value) => {
      if (detail.code === "changed") return t(detail.message ? "changedTo" : "changed", { value: detail.message });
      if (typeof value === "string" && value.trim() === "") return t("required");
      const [, side, bound = ""] = /be at (most|least) (-?\d+)/.exec(detail.message) ?? [];
      if (side) return t(side === "most" ? "most" : "least", { bound });
      const [, name] = /^\{\{(.*)\}\} is no variable/.exec(detail.message) ?? [];
      if (name !== undefined) return t("variable", { name: `{{${name}}}` });
      if (has(fieldWords, detail.code)) return t(fieldWords[detail.code]);
      if (/email$/i.test(detail.field)) return t("email");
      return t(/shortcut$/.test(detail.field) ? "shortcut" : "invalid");
    },
    [t],
  );
}

export type Refusals = {
  /** Of a call that the server refused; `given` is what was sent. */
  of: (error: unknown, given?: Record<string, unknown>) => Refusal;
  /** Of an error body that came by other ways. */
  ofBody: (body: unknown, given: Record<string, unknown>) => Refusal;
  /** One sentence, for toasts. */
  sentence: (error: unknown) => string;
};

export function useRefusals(): Refusals {
  const t = useTranslations("companies.faults");
  const word = useFieldWord();
  return useMemo(() => {
    const fieldsOf = (details: readonly Detail[], given: Record<string, unknown>) =>
      Object.fromEntries(
        details.flatMap((detail) => {
          const names = namesIn(detail.field);
          const name = names.at(-1) ?? detail.field;
          const said = word({ ...detail, field: name }, given[name]);
          return [detail.field, ...names].map((key) => [key, said]);
        }),
      );
    const general = (code: string) => (has(sentences, code) ? t(sentences[code]) : t("other"));
    const refusal = (code: string, details: readonly Detail[], given: Record<string, unknown>): Refusal => {
      const fields = fieldsOf(details, given);
      return { fields, sentence: Object.keys(fields).length > 0 ? undefined : general(code) };
    };
    const of: Refusals["of"] = (error, given = {}) => {
      const details = error instanceof CallError ? detailsOf(error.data) : [];
      return refusal(failureOf(error).code, details, given);
    };
    return {
      of,
      ofBody: (body, given) => {
        const code = isRecord(body) && typeof body.error === "string" ? body.error : "network";
        return refusal(code, detailsOf(body), given);
      },
      sentence: (error) => {
        const { fields, sentence } = of(error);
        return sentence ?? Object.values(fields)[0] ?? t("other");
      },
    };
  }, [t, word]);
}

export const noRefusal: Refusal = { fields: {}, sentence: undefined };
