"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleSlash } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { useContactName } from "#components/contacts/contact-name.ts";
import { useVisitorName } from "#components/conversations/visitor-name.ts";
import { Combobox } from "#components/forms/combobox.tsx";
import type { Option } from "#components/forms/option-list.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";

/** What a task is about; `name` is how it is called while nothing has been searched. */
export type About = { conversationId: string | null; contactId: string | null; name: string };

export const aboutNothing: About = { conversationId: null, contactId: null, name: "" };

const shown = 6;

const keyOf = ({ conversationId, contactId }: About) =>
  conversationId ? `conversation ${conversationId}` : contactId ? `contact ${contactId}` : "";

type AboutFieldProps = { value: About; onChange: (about: About) => void };

/** Finds a conversation or a contact by name, address or number. Inside a Field. */
export function AboutField({ value, onChange }: AboutFieldProps) {
  const t = useTranslations("tasks.form");
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim().slice(0, 200));
  const { found, searching } = useFound(search);
  const chosen = keyOf(value);
  const current: Option[] =
    chosen && !found.some((one) => one.value === chosen) ? [{ value: chosen, label: value.name || t("unnamed") }] : [];
  const nothing: Option = {
    value: "",
    label: t("aboutNothing"),
    icon: <CircleSlash aria-hidden className="size-4 text-text-faint" />,
  };
  const options = [...(search ? [] : [nothing, ...current]), ...found];
  const pick = (next: string) => {
    const [kind, id = null] = next.split(" ");
    const name = options.find((one) => one.value === next)?.label ?? "";
    if (kind === "conversation") onChange({ conversationId: id, contactId: null, name });
    else if (kind === "contact") onChange({ conversationId: null, contactId: id, name });
    else onChange(aboutNothing);
  };
  return (
    <Combobox
      label={t("about")}
      searchLabel={t("aboutSearch")}
      value={chosen}
      // What is chosen stays on the button while something else is searched.
      options={search && chosen ? [...options, ...current] : options}
      onQueryChange={setTyped}
      loading={searching}
      onValueChange={pick}
    />
  );
}

function useFound(search: string): { found: Option[]; searching: boolean } {
  const t = useTranslations("tasks.form");
  const trpc = useTRPC();
  const mayRead = useMay("clients_read", "clients_read_assigned");
  const visitorName = useVisitorName();
  const contactName = useContactName();
  const input = { limit: shown, ...(search ? { search } : {}) };
  const waiting = { enabled: mayRead, placeholderData: keepPreviousData };
  const conversations = useQuery(trpc.conversations.list.queryOptions({ ...input, open: true }, waiting));
  const contacts = useQuery(trpc.contacts.list.queryOptions(input, waiting));
  const found = [
    ...(conversations.data?.data ?? []).map((row) => ({
      value: `conversation ${row.id}`,
      label: visitorName(row),
      group: t("conversations"),
      icon: <ChannelIcon channel={row.channel} decorative />,
    })),
    ...(contacts.data?.data ?? []).map((contact) => ({
      value: `contact ${contact.id}`,
      label: contactName(contact),
      group: t("contacts"),
      icon: <Avatar id={contact.id} name={contactName(contact)} size="sm" decorative />,
    })),
  ];
  return { found, searching: conversations.isFetching || contacts.isFetching };
}
