import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { AnswersSettings } from "#components/views/answers-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("answers") };
}

export default function AnswersSettingsPage() {
  return (
    <Texts of={["views"]}>
      <AnswersSettings />
    </Texts>
  );
}
