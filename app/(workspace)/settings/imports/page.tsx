import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { HistoriesPage } from "#components/histories/histories-page.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("imports") };
}

export default function ImportsPage() {
  return (
    <Texts of={["histories"]}>
      <First of={[keys.imports.histories.queryKey({})]}>
        <HistoriesPage />
      </First>
    </Texts>
  );
}
