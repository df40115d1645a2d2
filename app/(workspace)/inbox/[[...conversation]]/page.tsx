import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Inbox } from "#components/conversations/inbox/inbox.tsx";
import { Texts } from "#components/frame/texts.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("inbox");
  return { title: t("title") };
}

/* Which conversation is open stands in the address; the browser reads it there. */
export default function InboxPage() {
  return (
    <Texts of={["actions", "conversations", "inbox", "messages", "tasks"]}>
      <Inbox />
    </Texts>
  );
}
