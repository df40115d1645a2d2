"use client";

import { SearchX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { RefObject } from "react";
import type { Directory } from "#components/conversations/data/directory.ts";
import { withoutFilters } from "#components/conversations/filters/filter-fields.ts";
import type { DataListHandle } from "#components/tables/data-list.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FoundList } from "./found-list.tsx";
import { ContactRow, ConversationRow, MessageRow } from "./found-rows.tsx";
import { isFaceted, type SearchAddress } from "./search-address.ts";
import type { useFoundContacts, useFoundConversations, useFoundMessages } from "./use-found.ts";

type ResultsProps = {
  address: SearchAddress;
  change: (change: Partial<SearchAddress>) => void;
  directory: Directory;
  found: {
    messages: ReturnType<typeof useFoundMessages>;
    conversations: ReturnType<typeof useFoundConversations>;
    contacts: ReturnType<typeof useFoundContacts>;
  };
  list: RefObject<DataListHandle | null>;
};

/** What was found of the kind that is looked at. */
export function Results({ address, change, directory, found, list }: ResultsProps) {
  const t = useTranslations("search");
  const router = useRouter();
  const { kind, filter } = address;
  const query = filter.search;
  const common = {
    label: t(kind),
    ref: list,
    onOpen: (href: string) => router.push(href),
    empty: <Nothing address={address} change={change} />,
  };
  if (kind === "messages")
    return (
      <FoundList
        {...common}
        key={kind}
        found={found.messages}
        rowKey={({ message }) => message.id}
        hrefOf={({ message, conversation }) => `/inbox/${conversation.id}?view=every&message=${message.seq}`}
        renderRow={(row, active) => <MessageRow row={row} active={active} directory={directory} />}
      />
    );
  if (kind === "conversations")
    return (
      <FoundList
        {...common}
        key={kind}
        found={found.conversations}
        rowKey={({ id }) => id}
        hrefOf={({ id }) => `/inbox/${id}?view=every`}
        renderRow={(row, active) => <ConversationRow row={row} active={active} query={query} directory={directory} />}
      />
    );
  return (
    <FoundList
      {...common}
      key={kind}
      found={found.contacts}
      rowKey={({ id }) => id}
      hrefOf={({ id }) => `/contacts/${id}`}
      renderRow={(row, active) => <ContactRow row={row} active={active} query={query} />}
    />
  );
}

/** Nothing was found: without the facets there may be more. */
function Nothing({ address, change }: Pick<ResultsProps, "address" | "change">) {
  const t = useTranslations("search");
  const faceted = isFaceted(address);
  const { filter } = address;
  const clear = () => change({ hasFile: false, filter: { ...withoutFilters(filter), search: filter.search } });
  return (
    <EmptyState
      icon={<SearchX />}
      title={t("nothing", { query: filter.search })}
      description={t(faceted ? "nothingFaceted" : "nothingHint")}
      actions={faceted ? <Button onClick={clear}>{t("clear")}</Button> : undefined}
    />
  );
}
