import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { inboxKeys } from "#components/conversations/data/first-keys.ts";
import { Inbox } from "#components/conversations/inbox/inbox.tsx";
import { readAddress } from "#components/conversations/inbox/inbox-address.ts";
import { WholeConversation } from "#components/conversations/open-later.ts";
import { readParams } from "#components/filters/address-params.ts";
import { Texts } from "#components/frame/texts.tsx";
import { First } from "../../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("inbox");
  return { title: t("title") };
}

type Props = {
  params: Promise<{ conversation?: string[] }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/* Which conversation is open stands in the address; the browser reads it there, also on the way to the next one. */
export default async function InboxPage({ params, searchParams }: Props) {
  const { conversation = [] } = await params;
  const address = readAddress(["/inbox", ...conversation].join("/"), readParams(await searchParams));
  return (
    <Texts of={["actions", "conversations", "inbox", "messages", "tasks"]}>
      <WholeConversation when={address.conversationId !== undefined}>
        <First of={inboxKeys(address)}>
          <Inbox />
        </First>
      </WholeConversation>
    </Texts>
  );
}
