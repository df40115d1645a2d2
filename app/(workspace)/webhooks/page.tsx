import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { WebhooksPage } from "#components/webhooks/webhooks-page.tsx";
import { First } from "../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("webhooks");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["webhooks"]}>
      <First of={[keys.webhooks.list.queryKey({ limit: 100 })]}>
        <WebhooksPage />
      </First>
    </Texts>
  );
}
