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
  const fields = useFieldsOf("conversation");
  const seen = fields.filter(({ visibleToVisitor }) => visibleToVisitor).map(({ label }) => label);
  const conversationId = row.id;
  if (fields.length === 0 && Object.keys(row.customFields).length === 0) return null;
  const save = async (customFields: Record<string, unknown>) => {
    const answer = await client.conversations.put.mutate({ conversationId, customFields });
    patchConversation(cache, conversationId, (shown) => settled(shown, answer));
  };
  return (
    <DetailsSection id="fields" title={t("ownFields")} defaultOpen>
      {() => (
        <>
          <CustomFields entity="conversation" fields={row.customFields} onSave={writes ? save : undefined} />
          {seen.length > 0 && row.channel === "WEB" ? (
            <p className="pt-2 text-text-muted text-xs">{t("visitorSees", { names: seen.join(", ") })}</p>
          ) : null}
        </>
      )}
    </DetailsSection>
  );
}
