import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { TokensSettings } from "#components/tokens/tokens-settings.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.settings.sections");
  return { title: t("tokens") };
}

export default function TokensSettingsPage() {
  return (
    <Texts of={["requests", "tokens"]}>
      <First of={[keys.tokens.list.queryKey({})]}>
        <TokensSettings />
      </First>
    </Texts>
  );
}
