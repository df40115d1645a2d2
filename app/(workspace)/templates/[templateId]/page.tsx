import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { TemplatePage } from "#components/templates/template-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("templates");
  return { title: t("one") };
}

export default async function Page({ params }: { params: Promise<{ templateId: string }> }) {
  const { templateId } = await params;
  return (
    <Texts of={["messages", "templates"]}>
      <TemplatePage templateId={templateId} />
    </Texts>
  );
}
