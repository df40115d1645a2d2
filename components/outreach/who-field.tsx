"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MessageSquarePlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { useContactName } from "#components/contacts/contact-name.ts";
import { type Option, OptionList } from "#components/forms/option-list.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { isPhone } from "./phone-rule.ts";
import type { Addressee } from "./start.tsx";
import { typedAddress } from "./typed-address.ts";

const shown = 6;
const typedValue = "typed";

type WhoFieldProps = {
  value: Addressee | undefined;
  /** What is known of who was typed. */
  name: string | undefined;
  onChange: (to: Addressee | undefined) => void;
};

/** A contact, or a number or an email that is typed or pasted. */
export function WhoField({ value, name, onChange }: WhoFieldProps) {
  const t = useTranslations("outreach");
  if (!value) return <Search onPick={onChange} />;
  const address = "contactId" in value ? "" : "phone" in value ? value.phone : value.email;
  const called = ("contactId" in value ? value.name : name) || address;
  return (
    <div className="flex items-center gap-2.5 rounded-lg border border-border px-3 py-2">
      <Avatar id={"contactId" in value ? value.contactId : address} name={called} size="md" decorative />
      <span className="grid min-w-0 flex-1">
        <span className="sr-only">{t("who")}</span>
        <bdi className="truncate font-medium">{called}</bdi>
        {address && address !== called ? <bdi className="truncate text-text-muted text-xs">{address}</bdi> : null}
      </span>
      <Button size="sm" onClick={() => onChange(undefined)}>
        {t("change")}
      </Button>
    </div>
  );
}

function Search({ onPick }: { onPick: (to: Addressee) => void }) {
  const t = useTranslations("outreach");
  const trpc = useTRPC();
  const mayRead = useMay("clients_read", "clients_read_assigned");
  const nameOf = useContactName();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim().slice(0, 200));
  const asked = trpc.contacts.list.queryOptions({ limit: shown, ...(search ? { search } : {}) });
  const found = useQuery({ ...asked, enabled: mayRead, placeholderData: keepPreviousData });
  const contacts = found.data?.data ?? [];
  const address = typedAddress(typed);
  const icon = <MessageSquarePlus aria-hidden className="size-4 shrink-0" />;
  const options: Option[] = [
    ...(address ? [{ value: typedValue, label: t("writeTo", { who: typed.trim() }), icon }] : []),
    ...contacts.map((contact) => ({
      value: contact.id,
      label: nameOf(contact),
      icon: <Avatar id={contact.id} name={nameOf(contact)} size="sm" decorative />,
      hint: isPhone(contact.phone) ? contact.phone : contact.email,
    })),
  ];
  const pick = (value: string) => {
    const contact = contacts.find(({ id }) => id === value);
    if (contact) onPick({ contactId: contact.id, name: nameOf(contact) });
    else if (address) onPick(address);
  };
  return (
    <div className="overflow-hidden rounded-lg border border-border-strong">
      <OptionList
        options={options}
        selected={[]}
        onSelect={pick}
        searchLabel={t("search")}
        onQueryChange={setTyped}
        loading={found.isFetching}
        emptyText={t("nobody")}
      />
    </div>
  );
}
