import { env } from "#server/config/env.ts";

/** The address of a page for who may work in several companies: it opens in the one that the mail is about. */
export function linkInto(companyId: string, path: string): string {
  const url = new URL(`${env.publicUrl}${path}`);
  url.searchParams.set("company", companyId);
  return url.href;
}
