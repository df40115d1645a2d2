import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { WebhooksPage } from "#components/webhooks/webhooks-page.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("webhooks");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["webhooks"]}>
      <WebhooksPage />
    </Texts>
  );
}
