import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ContactPage } from "#components/contacts/contact-page.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("contacts");
  return { title: t("one") };
}

export default async function Page({ params }: { params: Promise<{ contactId: string }> }) {
  const { contactId } = await params;
  return (
    <Texts of={["conversations", "messages", "tasks", "merging", "csat"]}>
      <ContactPage contactId={contactId} />
    </Texts>
  );
}
