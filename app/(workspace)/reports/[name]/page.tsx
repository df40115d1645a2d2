import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { addressValues, readParams } from "#components/filters/address-params.ts";
import { Texts } from "#components/frame/texts.tsx";
import { requireViewer } from "#components/frame/viewer.ts";
import { addressNames, reportKeys } from "#components/reports/report-place.ts";
import { ReportsPage } from "#components/reports/reports-page.tsx";
import { reportNames } from "#server/reports/choices.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("reports");
  return { title: t("title") };
}

type Props = {
  params: Promise<{ name: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function Page({ params, searchParams }: Props) {
  const { name } = await params;
  const known = reportNames.find((one) => one === name);
  if (!known) notFound();
  const address = addressValues(addressNames, readParams(await searchParams));
  const { timeZone } = (await requireViewer()).profile.company;
  return (
    <Texts of={["reports"]}>
      <First of={reportKeys(known, address, timeZone)}>
        <ReportsPage name={known} />
      </First>
    </Texts>
  );
}
