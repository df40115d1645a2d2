import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { TriggersPage } from "#components/triggers/triggers-page.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("triggers");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["triggers"]}>
      <First of={[keys.triggers.list.queryKey({})]}>
        <TriggersPage />
      </First>
    </Texts>
  );
}
