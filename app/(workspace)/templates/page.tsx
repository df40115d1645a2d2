import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { TemplatesPage } from "#components/templates/templates-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("templates");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["templates"]}>
      <TemplatesPage />
    </Texts>
  );
}
