import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ContactsPage } from "#components/contacts/table/contacts-page.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("contacts");
  return { title: t("title") };
}

export default function Page() {
  return (
    <Texts of={["inbox"]}>
      <ContactsPage />
    </Texts>
  );
}
