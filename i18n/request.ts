import { cookies, headers } from "next/headers";
import type { Messages as AnyMessages } from "next-intl";
import { getRequestConfig } from "next-intl/server";
import { type Locale, localeCookie, pickLocale, pickTimeZone, timeZoneCookie } from "./locale.ts";
import { namespaces } from "./namespaces.ts";

async function load(locale: Locale): Promise<AnyMessages> {
  const files = await Promise.all(namespaces.map((name) => import(`./${locale}/${name}.json`)));
  return Object.fromEntries(namespaces.map((name, index) => [name, files[index].default])) as AnyMessages;
}

export default getRequestConfig(async () => {
  const jar = await cookies();
  const locale = pickLocale(jar.get(localeCookie)?.value, (await headers()).get("accept-language"));
  return {
    locale,
    messages: await load(locale),
    timeZone: pickTimeZone(jar.get(timeZoneCookie)?.value),
    now: new Date(),
  };
});
