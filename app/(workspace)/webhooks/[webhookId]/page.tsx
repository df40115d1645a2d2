import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { WebhookPage } from "#components/webhooks/webhook-page.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("webhooks");
  return { title: t("one") };
}

export default async function Page({ params }: { params: Promise<{ webhookId: string }> }) {
  const { webhookId } = await params;
  return (
    <Texts of={["webhooks"]}>
      <First of={[keys.webhooks.get.queryKey({ webhookId }), keys.channels.names.queryKey({})]}>
        <WebhookPage webhookId={webhookId} />
      </First>
    </Texts>
  );
}
