import { useLocale, useTranslations } from "next-intl";
import type { BadgeTone } from "#components/ui/badge.tsx";
import type { WhatsAppTemplate } from "#server/templates/schema.ts";

type Standing = Pick<WhatsAppTemplate, "status" | "platformStatus" | "waiting">;

const platformWords = ["PAUSED", "DISABLED", "IN_APPEAL", "DELETED", "LIMIT_EXCEEDED", "ARCHIVED", "LOCKED"] as const;
type PlatformWord = (typeof platformWords)[number];

export type StandingWord = "approved" | "rejected" | "submitting" | "review" | PlatformWord;

/** One word for where a template stands; the platform's own where it says more than the three of the API. */
export function standingOf({ status, platformStatus, waiting }: Standing): StandingWord {
  const own = platformWords.find((word) => word === platformStatus);
  if (own) return own;
  if (status === "PENDING") return waiting ? "submitting" : "review";
  return status === "APPROVED" ? "approved" : "rejected";
}

export const standingTone = (word: StandingWord): BadgeTone =>
  word === "approved"
    ? "success"
    : word === "submitting" || word === "review" || word === "IN_APPEAL"
      ? "warning"
      : "danger";

/** Why the editor is closed; undefined while it may be edited. */
export function closedBy(template: Standing): "review" | "fixed" | undefined {
  const fixed = ["DISABLED", "IN_APPEAL", "LOCKED", "ARCHIVED", "PENDING_DELETION", "DELETED", "LIMIT_EXCEEDED"];
  if (fixed.includes(template.platformStatus)) return "fixed";
  return template.status === "PENDING" && !template.waiting ? "review" : undefined;
}

const qualities = ["GREEN", "YELLOW", "RED"] as const;

/** The platform's rating in words; nothing while it has not rated. */
export function useQualityWord(): (quality: string | null) => string {
  const t = useTranslations("templates.quality");
  return (quality) => {
    const known = qualities.find((one) => one === quality);
    return known ? t(known) : t("none");
  };
}

export const qualityTone = (quality: string | null): BadgeTone =>
  quality === "GREEN" ? "success" : quality === "YELLOW" ? "warning" : quality === "RED" ? "danger" : "neutral";

/** A language code of templates in the reader's words: "Spanish (Argentina)". */
export function useLanguageWord(): (code: string) => string {
  const locale = useLocale();
  const names = new Intl.DisplayNames([locale], { type: "language" });
  return (code) => {
    try {
      const name = names.of(code.replace("_", "-")) ?? code;
      return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
    } catch {
      return code;
    }
  };
}
