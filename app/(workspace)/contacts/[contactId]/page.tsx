import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ContactPage } from "#components/contacts/contact-page.tsx";
import { directoryKeys } from "#components/conversations/data/first-keys.ts";
import { Texts } from "#components/frame/texts.tsx";
import { keys } from "#components/live/trpc/keys.ts";
import { taskKeys, tasksPerPanel } from "#components/tasks/task-query.ts";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("contacts");
  return { title: t("one") };
}

export default async function Page({ params }: { params: Promise<{ contactId: string }> }) {
  const { contactId } = await params;
  return (
    <Texts of={["conversations", "messages", "tasks", "merging", "csat"]}>
      <First
        of={[
          keys.contacts.read.queryKey({ contactId }),
          keys.contacts.history.queryKey({ contactId }),
          keys.merges.list.queryKey({ contactId }),
          keys.fields.list.queryKey({}),
          ...taskKeys({ contactId }, tasksPerPanel),
          ...directoryKeys,
        ]}
      >
        <ContactPage contactId={contactId} />
      </First>
    </Texts>
  );
}
