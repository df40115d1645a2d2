import type { Attribution } from "#server/conversations/schema.ts";
import { deviceOf } from "#server/core/devices.ts";
import type { VisitorPage } from "./schema.ts";

function parameters(address: string): URLSearchParams {
  return URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams();
}

/** Where a visitor came from: the landing page's campaign counts, else the current page's. */
export function attributionOf(page: VisitorPage | undefined, userAgent: string): Attribution {
  if (!page) return { device: deviceOf(userAgent) };
  const sources = [parameters(page.landing), parameters(page.url)];
  const first = (name: string) =>
    sources
      .map((source) => source.get(name))
      .find(Boolean)
      ?.slice(0, 255) ?? "";
  return {
    url: page.url,
    referrer: page.referrer,
    utmSource: first("utm_source"),
    utmMedium: first("utm_medium"),
    utmCampaign: first("utm_campaign"),
    gclid: first("gclid"),
    gaClientId: page.gaClientId,
    device: deviceOf(userAgent),
  };
}

/** What is known from before stays; a newer visit only fills gaps, but its page is the current one. */
export function mergeAttribution(before: Attribution, later: Attribution): Attribution {
  const filled = Object.entries(later).filter(([key, value]) => value && !Reflect.get(before, key));
  return { ...before, ...Object.fromEntries(filled), ...(later.url ? { url: later.url } : {}) };
}
