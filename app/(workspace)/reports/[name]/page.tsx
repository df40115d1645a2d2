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

type Props = {
  params: Promise<{ name: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const knownOf = (name: string) => reportNames.find((one) => one === name);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const known = knownOf((await params).name);
  const t = await getTranslations("reports");
  return { title: known ? `${t(`names.${known}`)} · ${t("title")}` : t("title") };
}

export default async function Page({ params, searchParams }: Props) {
  const { name } = await params;
  const known = knownOf(name);
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
