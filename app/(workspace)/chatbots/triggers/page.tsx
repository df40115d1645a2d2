import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { TriggersPage } from "#components/triggers/triggers-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("triggers");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["triggers"]}>
      <TriggersPage />
    </Texts>
  );
}
