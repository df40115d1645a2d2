import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { ImportPage } from "#components/importing/import-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("importing");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["importing"]}>
      <ImportPage />
    </Texts>
  );
}
