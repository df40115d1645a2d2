import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { InboundSettings } from "#components/inbound/inbound-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("inbound");
  return { title: t("title") };
}

export default function InboundPage() {
  return (
    <Texts of={["inbound"]}>
      <InboundSettings />
    </Texts>
  );
}
