import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { NewTemplatePage } from "#components/templates/editor/new-template-page.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("templates");
  return { title: t("new") };
}

export default function Page() {
  return (
    <Texts of={["messages", "templates"]}>
      <First of={[keys.templates.channels.queryKey({})]}>
        <NewTemplatePage />
      </First>
    </Texts>
  );
}
