import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { AnswersSettings } from "#components/answers/answers-settings.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("answers") };
}

export default function AnswersSettingsPage() {
  return (
    <Texts of={["views"]}>
      <First of={[keys.answers.all.queryKey({})]}>
        <AnswersSettings />
      </First>
    </Texts>
  );
}
