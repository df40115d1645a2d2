import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { TokensSettings } from "#components/tokens/tokens-settings.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("tokens") };
}

export default function TokensSettingsPage() {
  return (
    <Texts of={["requests", "tokens"]}>
      <TokensSettings />
    </Texts>
  );
}
