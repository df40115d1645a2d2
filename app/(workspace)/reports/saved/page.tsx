import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { ReportsPage } from "#components/reports/reports-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("reports");
  return { title: t("names.saved") };
}

export default function Page() {
  return (
    <Texts of={["reports"]}>
      <ReportsPage name="saved" />
    </Texts>
  );
}
