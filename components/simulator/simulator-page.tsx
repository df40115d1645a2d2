"use client";

import { useQuery } from "@tanstack/react-query";
import { Lock, Smartphone } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useAddressState } from "#components/filters/address-state.ts";
import { Select } from "#components/forms/select.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#components/ui/tabs/tabs.tsx";
import { AccountPanel } from "./account-panel.tsx";
import { Customers, defaultCustomer } from "./customers.tsx";
import { FaultsPanel } from "./faults-panel.tsx";
import { PhoneScreen } from "./phone-screen.tsx";
import { TemplatesPanel } from "./templates-panel.tsx";

const address = ["channel", "peer", "name"] as const;

/** Plays the customers of sandbox channels; only where the simulator runs. */
export function SimulatorPage() {
  const t = useTranslations("simulator");
  const permitted = useMay("websites_write");
  const trpc = useTRPC();
  const accounts = useQuery(trpc.simulator.accounts.queryOptions({}, { enabled: permitted }));
  if (!permitted) return <EmptyState icon={<Lock />} title={t("forbidden")} className="my-auto" />;
  if (accounts.isError && !accounts.data) {
    return (
      <ErrorState
        description={failureOf(accounts.error).message || undefined}
        onRetry={() => void accounts.refetch()}
        retrying={accounts.isFetching}
      />
    );
  }
  if (!accounts.data) return <Skeleton className="m-5 h-96 rounded-lg" />;
  if (!accounts.data.available) {
    return <EmptyState icon={<Smartphone />} title={t("off")} description={t("offHint")} className="my-auto" />;
  }
  const known = accounts.data.accounts;
  if (known.length === 0) {
    return (
      <EmptyState
        icon={<Smartphone />}
        title={t("none")}
        description={t("noneHint")}
        className="my-auto"
        actions={
          <Button asChild>
            <Link href="/settings/channels">{t("toChannels")}</Link>
          </Button>
        }
      />
    );
  }
  return <Playing accounts={known} />;
}

type Account = { channelId: string; label: string; type: string; number: string; connected: boolean };

function Playing({ accounts }: { accounts: readonly Account[] }) {
  const t = useTranslations("simulator");
  const [where, change] = useAddressState(address);
  const account = accounts.find(({ channelId }) => channelId === where.channel) ?? accounts[0];
  if (!account) return null;
  const { channelId, type } = account;
  const whatsapp = type === "WHATSAPP_API";
  const customer = where.peer ? { peer: where.peer, name: where.name } : defaultCustomer(type);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("title")}
        description={t("description")}
        actions={
          <Select
            aria-label={t("account")}
            value={channelId}
            onValueChange={(next) => change({ channel: next, peer: "", name: "" })}
            options={accounts.map((one) => ({
              value: one.channelId,
              label: one.label,
              icon: <ChannelIcon channel={one.type} decorative />,
            }))}
            className="w-auto max-w-64"
          />
        }
      />
      {account.connected ? null : (
        <p role="status" className="mx-5 mb-2 rounded-md bg-warning/12 px-3 py-2 text-sm phone:mx-4">
          {t("notConnected")}{" "}
          <Link href={`/settings/channels/${channelId}`} className="text-accent underline">
            {t("connect")}
          </Link>
        </p>
      )}
      <div className="grid min-h-0 flex-1 grid-cols-[14rem_minmax(0,1fr)_20rem] gap-5 overflow-y-auto px-5 pb-5 max-lg:auto-rows-max max-lg:grid-cols-1 phone:px-4">
        <Customers
          key={channelId}
          channelId={channelId}
          type={type}
          customer={customer}
          onChoose={({ peer, name }) => change({ channel: channelId, peer, name })}
        />
        <div className="flex min-h-0 justify-center max-lg:h-140">
          <PhoneScreen key={`${channelId} ${customer.peer}`} account={account} customer={customer} />
        </div>
        <Tabs defaultValue="faults" className="min-w-0">
          <TabsList>
            <TabsTrigger value="faults">{t("tabs.faults")}</TabsTrigger>
            {whatsapp ? <TabsTrigger value="templates">{t("tabs.templates")}</TabsTrigger> : null}
            {whatsapp ? <TabsTrigger value="account">{t("tabs.account")}</TabsTrigger> : null}
          </TabsList>
          <TabsContent value="faults" className="pt-3">
            <FaultsPanel channelId={channelId} />
          </TabsContent>
          <TabsContent value="templates" className="pt-3">
            <TemplatesPanel channelId={channelId} />
          </TabsContent>
          <TabsContent value="account" className="pt-3">
            <AccountPanel account={account} />
          </TabsContent>
        </Tabs>
      </div>
    </div>
  );
}
