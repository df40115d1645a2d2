import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { SimulatorPage } from "#components/simulator/simulator-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("simulator");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["messages"]}>
      <SimulatorPage />
    </Texts>
  );
}
