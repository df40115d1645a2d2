export const locales = ["en", "es", "pt"] as const;
export type Locale = (typeof locales)[number];
const defaultLocale: Locale = "en";

/** What each language calls itself; a person looking for their language reads it in that language. */
export const localeNames: Record<Locale, string> = { en: "English", es: "Español", pt: "Português" };

export const localeCookie = "parley_locale";
export const timeZoneCookie = "parley_time_zone";

export function isLocale(value: string | undefined): value is Locale {
  return locales.some((locale) => locale === value);
}

/** The stored choice, else the best of `Accept-Language`, else English. */
export function pickLocale(stored: string | undefined, acceptLanguage: string | null): Locale {
  if (isLocale(stored)) return stored;
  return preferences(acceptLanguage ?? "").find(isLocale) ?? defaultLocale;
}

function preferences(header: string): string[] {
  return header
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const quality = parameters.map((p) => p.trim()).find((p) => p.startsWith("q="));
      return { language: tag.toLowerCase().split("-")[0] ?? "", weight: quality ? Number(quality.slice(2)) : 1 };
    })
    .filter(({ language, weight }) => language !== "" && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language);
}

/** The stored zone if the runtime knows it, else UTC: a forged cookie must not break a page. */
export function pickTimeZone(stored: string | undefined): string {
  if (!stored || stored.length > 64) return "UTC";
  try {
    return new Intl.DateTimeFormat("en", { timeZone: stored }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}

/** A cookie for a choice of the interface: a year, whole site, readable by the script that sets it. */
export function preferenceCookie(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
