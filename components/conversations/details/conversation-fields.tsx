"use client";

import { useTranslations } from "next-intl";
import { useFieldsOf } from "#components/fields/shown-fields.ts";
import { useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { patchConversation, settled } from "../data/conversation-cache.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { CustomFields } from "./custom-fields.tsx";
import { DetailsSection } from "./details-section.tsx";

/** What the company keeps of the conversation itself; nothing where it has defined nothing and nothing is there. */
export function ConversationFields({ row, writes }: { row: InboxRow; writes: boolean }) {
  const t = useTranslations("conversations.details");
  const client = useTRPCClient();
  const { cache } = useLive();
  const defined = useFieldsOf("conversation").length > 0;
  const conversationId = row.id;
  if (!defined && Object.keys(row.customFields).length === 0) return null;
  const save = async (customFields: Record<string, unknown>) => {
    const answer = await client.conversations.put.mutate({ conversationId, customFields });
    patchConversation(cache, conversationId, (shown) => settled(shown, answer));
  };
  return (
    <DetailsSection id="fields" title={t("ownFields")} defaultOpen>
      {() => <CustomFields entity="conversation" fields={row.customFields} onSave={writes ? save : undefined} />}
    </DetailsSection>
  );
}
