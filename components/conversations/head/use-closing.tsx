"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo, useState } from "react";
import { useTRPC, useTRPCClient } from "#components/live/api.ts";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { useSteady } from "#components/ui/late/steady.ts";
import type { CustomField } from "#server/fields/schema.ts";
import type { Closed } from "../conversation-panel.tsx";
import type { InboxRow } from "../data/use-conversation-list.ts";
import { heldAs } from "../inbox/last-change.ts";
import type { ConversationActions, OwnActions } from "./conversation-actions.ts";

const RequiredFields = later(
  laterModule(() => import("./required-fields.tsx")),
  (module) => module.RequiredFields,
);

const isEmpty = (values: Readonly<Record<string, unknown>>, { key }: CustomField) =>
  values[key] === undefined || values[key] === null || values[key] === "";

/** What is required before closing and has no value; where the contact cannot be read the server tells. */
function useMissing({
  customFields,
  contactId,
}: InboxRow): () => readonly CustomField[] | Promise<readonly CustomField[]> {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const required = useQuery(trpc.fields.list.queryOptions({})).data?.filter((field) => field.requiredOnClose) ?? [];
  const own = required.filter((field) => field.entity === "conversation" && isEmpty(customFields, field));
  const contacts = required.filter((field) => field.entity === "contact");
  return () => {
    if (contacts.length === 0 || contactId === "") return own;
    return client.contacts.read.query({ contactId }).then(
      (contact) => [...own, ...contacts.filter((field) => isEmpty(contact.customFields, field))],
      () => own,
    );
  };
}

/**
 * Closes the conversation and calls the screen that shows it; asks before for what is required. `close` of the answer
 * stands in for that of the actions.
 */
export function useClosing(
  row: InboxRow,
  actions: OwnActions,
  onClosed: ((closed: Closed) => void) | undefined,
): { actions: ConversationActions; dialog: ReactNode } {
  const t = useTranslations("conversations.close");
  const missingOf = useMissing(row);
  const [asked, setAsked] = useState<{ isLead: boolean; missing: readonly CustomField[] }>();
  const reallyClose = (isLead: boolean) => {
    const undo = actions.close(isLead);
    const words = t(isLead ? "closedAsLead" : "closedNoLead");
    onClosed?.({ conversationId: row.id, words, holds: heldAs(isLead), undo });
  };
  const decide = (isLead: boolean, missing: readonly CustomField[]) =>
    missing.length > 0 ? setAsked({ isLead, missing }) : reallyClose(isLead);
  const close = useSteady((isLead: boolean) => {
    const missing = missingOf();
    if (missing instanceof Promise) void missing.then((found) => decide(isLead, found));
    else decide(isLead, missing);
  });
  const dialog = (
    <RequiredFields
      row={row}
      missing={asked?.missing}
      onDismiss={() => setAsked(undefined)}
      onFilled={() => {
        setAsked(undefined);
        if (asked) reallyClose(asked.isLead);
      }}
    />
  );
  return { actions: useMemo(() => ({ ...actions, close }), [actions, close]), dialog };
}
