import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { SearchPage } from "#components/search/search-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("search");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["conversations", "search"]}>
      <SearchPage />
    </Texts>
  );
}
