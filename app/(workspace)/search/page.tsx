import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { readParams } from "#components/filters/address-params.ts";
import { Texts } from "#components/frame/texts.tsx";
import { readSearch } from "#components/search/search-address.ts";
import { searchKeys } from "#components/search/search-keys.ts";
import { SearchPage } from "#components/search/search-page.tsx";
import { First } from "../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("search");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const address = readSearch(readParams(await searchParams));
  return (
    <Texts of={["conversations", "search"]}>
      <First of={searchKeys(address)}>
        <SearchPage />
      </First>
    </Texts>
  );
}
