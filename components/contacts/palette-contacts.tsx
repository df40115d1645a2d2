"use client";

import { useTranslations } from "next-intl";
import { useSearchProvider } from "#components/frame/command-registry.tsx";
import { useWays } from "#components/frame/reaching/use-reaching.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { useContactName } from "./contact-name.ts";

const shown = 6;

/** Lets the command palette find contacts, wherever one is. */
export function PaletteContacts() {
  const t = useTranslations("contacts.palette");
  const { go } = useWays();
  const client = useTRPCClient().contacts;
  const nameOf = useContactName();
  useSearchProvider({
    id: "contacts",
    title: t("title"),
    minimum: 2,
    search: async (query, signal) => {
      const { data } = await client.list.query({ search: query.slice(0, 200), limit: shown }, { signal });
      return data.map((contact) => {
        const name = nameOf(contact);
        const detail = [contact.email, contact.phone].filter((text) => text !== "" && text !== name).join(" · ");
        return {
          id: contact.id,
          label: name,
          detail,
          icon: <Avatar id={contact.id} name={name} size="sm" decorative />,
          run: () => go(`/contacts/${contact.id}`),
        };
      });
    },
  });
  return null;
}
