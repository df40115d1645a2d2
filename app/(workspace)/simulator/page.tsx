import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { SimulatorPage } from "#components/simulator/simulator-page.tsx";
import { First } from "../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("simulator");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["messages"]}>
      <First of={[keys.simulator.accounts.queryKey({})]}>
        <SimulatorPage />
      </First>
    </Texts>
  );
}
