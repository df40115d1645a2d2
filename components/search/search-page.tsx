"use client";

import { Lock, Search } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useDirectory } from "#components/conversations/data/directory.ts";
import { useMay } from "#components/frame/profile.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { isLongEnough } from "#components/messages/search/long-enough.ts";
import type { DataListHandle } from "#components/tables/data-list.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#components/ui/tabs/tabs.tsx";
import { type Kind, kinds } from "./search-address.ts";
import { SearchHeader } from "./search-header.tsx";
import { useFoundContacts, useFoundConversations, useFoundMessages } from "./use-found.ts";
import { useSearchAddress } from "./use-search-address.ts";

/* Not needed until there is something to show. */
const Results = dynamic(() => untilLoaded(() => import("./results.tsx")).then((module) => module.Results));

/** Everything that was ever said, and with whom, by words and facets (W10). */
export function SearchPage() {
  const t = useTranslations("search");
  if (useMay("clients_read", "clients_read_assigned")) return <Permitted />;
  return <EmptyState icon={<Lock />} title={t("forbidden")} description={t("forbiddenHint")} className="my-auto" />;
}

function Permitted() {
  const t = useTranslations("search");
  const [address, change] = useSearchAddress();
  const directory = useDirectory();
  const box = useRef<HTMLInputElement>(null);
  const list = useRef<DataListHandle>(null);
  const { kind } = address;
  const blank = useRef(address.filter.search === "");
  useEffect(() => {
    if (blank.current) box.current?.focus();
  }, []);
  const toList = () => {
    list.current?.focus();
    list.current?.move("first");
  };
  useShortcuts(t("title"), [
    { keys: "/", label: t("shortcuts.words"), run: () => box.current?.focus() },
    { keys: "escape", label: t("shortcuts.words"), run: () => box.current?.focus(), hidden: true },
    { keys: "j", label: t("shortcuts.results"), run: toList },
  ]);
  const found = {
    messages: useFoundMessages(address),
    conversations: useFoundConversations(address),
    contacts: useFoundContacts(address),
  };
  const asked = { messages: isLongEnough(address.filter.search), conversations: true, contacts: true };
  const counted = (one: Kind) => (address.filter.search && asked[one] ? found[one].total : undefined);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SearchHeader address={address} change={change} directory={directory} box={box} onLeave={toList} />
      <Tabs
        value={kind}
        onValueChange={(next) => change({ kind: kinds.find((one) => one === next) ?? "messages" })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabsList aria-label={t("kinds")} className="shrink-0 px-5 phone:px-4">
          {kinds.map((one) => (
            <TabsTrigger key={one} value={one} count={counted(one)}>
              {t(one)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={kind} tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
          {address.filter.search === "" ? (
            <EmptyState icon={<Search />} title={t("blank")} description={t("blankHint")} />
          ) : asked[kind] ? (
            <Results address={address} change={change} directory={directory} found={found} list={list} />
          ) : (
            <EmptyState icon={<Search />} title={t("short")} description={t("shortHint")} />
          )}
        </TabsContent>
      </Tabs>
    </div>
  );
}
