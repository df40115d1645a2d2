"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { safeHref } from "#components/messages/bubble/link-parts.ts";
import { moment } from "#components/time/moments.ts";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { Contact } from "#server/contacts/schema.ts";
import { channelLabel } from "./table/channel-label.ts";
import { useChannelNames, useEntryWords } from "./table/filter-options.tsx";

/** Where a contact came from, as far as it is known. */
export function ContactAttribution({ contact }: { contact: Contact }) {
  const t = useTranslations("contacts.attribution");
  const tContacts = useTranslations("contacts");
  const format = useFormatter();
  const entry = useEntryWords();
  const channels = useChannelNames();
  const channel = channels.find(({ id }) => id === contact.channelId);
  const date = (text: string) => format.dateTime(new Date(text), moment);
  const rows: readonly [string, ReactNode][] = [
    [
      t("channel"),
      <span key="channel" className="inline-flex items-center gap-1.5">
        <ChannelIcon channel={channel?.type ?? contact.entryMethod} decorative />
        {channelLabel(contact.channelId, channels, tContacts)}
      </span>,
    ],
    [t("entryMethod"), entry(contact.entryMethod)],
    [t("source"), contact.utmSource],
    [t("medium"), contact.utmMedium],
    [t("campaign"), contact.utmCampaign],
    [t("paid"), contact.gclid ? <span className="font-mono text-xs">{contact.gclid}</span> : ""],
    [t("page"), <PageLink key="page" address={contact.conversionUrl} />],
    [t("referrer"), <PageLink key="referrer" address={contact.refererTracking} />],
    [t("device"), contact.device],
    [t("created"), date(contact.createdAt)],
    [t("updated"), date(contact.updatedAt)],
    [t("id"), <ContactId key="id" id={contact.id} />],
  ];
  const known: Readonly<Record<string, string>> = {
    [t("page")]: contact.conversionUrl,
    [t("referrer")]: contact.refererTracking,
  };
  return (
    <dl className="grid gap-1.5 text-sm">
      {rows
        .filter(([name, value]) => value !== "" && known[name] !== "")
        .map(([name, value]) => (
          <div key={name} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-2">
            <dt className="text-text-muted text-xs leading-5">{name}</dt>
            <dd className="wrap-anywhere min-w-0">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** An address that came from visitors' browsers: a link only where it is an ordinary one. */
function PageLink({ address }: { address: string }) {
  const href = safeHref(address);
  if (!href) return <>{address}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="text-accent underline-offset-3 hover:underline">
      {address}
    </a>
  );
}

function ContactId({ id }: { id: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="truncate font-mono text-xs">{id}</code>
      <CopyButton text={id} size="xs" />
    </span>
  );
}
