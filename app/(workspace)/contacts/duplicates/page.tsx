import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { DuplicatesPage } from "#components/merging/duplicates-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("merging.duplicates");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["merging"]}>
      <DuplicatesPage />
    </Texts>
  );
}
