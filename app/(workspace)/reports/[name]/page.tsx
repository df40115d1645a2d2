import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { ReportsPage } from "#components/reports/reports-page.tsx";
import { reportNames } from "#server/reports/choices.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("reports");
  return { title: t("title") };
}

export default async function Page({ params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  const known = reportNames.find((one) => one === name);
  if (!known) notFound();
  return (
    <Texts of={["reports"]}>
      <ReportsPage name={known} />
    </Texts>
  );
}
