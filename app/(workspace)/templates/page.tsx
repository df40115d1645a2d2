import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { addressValues, readParams } from "#components/filters/address-params.ts";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { templateFilters, templatesQuery } from "#components/templates/list-query.ts";
import { TemplatesPage } from "#components/templates/templates-page.tsx";
import { First } from "../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("templates");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const asked = templatesQuery(addressValues(templateFilters, readParams(await searchParams)));
  return (
    <Texts of={["templates"]}>
      <First of={[keys.templates.list.queryKey(asked), keys.templates.channels.queryKey({})]}>
        <TemplatesPage />
      </First>
    </Texts>
  );
}
