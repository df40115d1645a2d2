import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { ReportsPage } from "#components/reports/reports-page.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("reports");
  return { title: t("names.workload") };
}

export default function Page() {
  return (
    <Texts of={["reports"]}>
      <First of={[keys.assignment.workload.queryKey({})]}>
        <ReportsPage name="workload" />
      </First>
    </Texts>
  );
}
