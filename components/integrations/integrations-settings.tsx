"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { Sheet } from "#components/ui/sheet.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { integrationTypes } from "#server/integrations/choices.ts";
import { IntegrationRow } from "./integration-row.tsx";
import { useIntegrationSwitch } from "./use-integration-switch.ts";

const SetupForm = dynamic(() => untilLoaded(() => import("./setup-form.tsx")).then((module) => module.SetupForm), {
  loading: () => <Skeleton className="m-4 h-40 rounded-lg" />,
});
const SheetSetup = dynamic(() => untilLoaded(() => import("./sheet-setup.tsx")).then((module) => module.SheetSetup), {
  loading: () => <Skeleton className="m-4 h-40 rounded-lg" />,
});
const Runs = dynamic(() => untilLoaded(() => import("./runs.tsx")).then((module) => module.Runs), {
  loading: () => <Skeleton className="m-4 h-40 rounded-lg" />,
});

/** What Parley does elsewhere when a conversation becomes a lead, is won or is closed. */
export function IntegrationsSettings() {
  const t = useTranslations("integrations");
  const trpc = useTRPC();
  const router = useRouter();
  const mayWrite = useMay("websites_write");
  const all = useQuery(trpc.integrations.list.queryOptions({}, { enabled: useMay("websites_read") }));
  const [edited, setEdited] = useState<string>();
  const [opened, setOpened] = useState<string>();
  const turn = useIntegrationSwitch();
  // A notification leads to the log of what failed.
  const linked = useSearchParams().get("runs") ?? undefined;
  const list = integrationTypes.flatMap((type) => all.data?.find((one) => one.type === type) ?? []);
  const setup = list.find(({ id }) => id === edited);
  const logged = list.find(({ id }) => id === (opened ?? linked));
  const closeLog = () => {
    setOpened(undefined);
    if (linked) router.replace("/settings/integrations", { scroll: false });
  };
  return (
    <SettingsPage title={t("title")} description={t("description")} permissions={["websites_read"]}>
      <div className="px-5 pt-2 pb-8 phone:px-4">
        {all.isError && !all.data ? <ErrorState onRetry={() => void all.refetch()} retrying={all.isFetching} /> : null}
        {all.isLoading ? <Skeleton className="h-60 rounded-lg" /> : null}
        <ul
          aria-label={t("title")}
          className="grid divide-y divide-border rounded-lg border border-border empty:hidden"
        >
          {list.map((one) => (
            <IntegrationRow
              key={one.id}
              integration={one}
              mayWrite={mayWrite}
              onSwitch={(enabled) => turn(one, enabled)}
              onEdit={() => setEdited(one.id)}
              onRuns={() => setOpened(one.id)}
            />
          ))}
        </ul>
      </div>
      <Sheet
        open={setup !== undefined}
        onOpenChange={(open) => !open && setEdited(undefined)}
        title={setup ? t(`types.${setup.type}.name`) : ""}
      >
        {setup?.type === "sheets" ? <SheetSetup integration={setup} /> : null}
        {setup && setup.type !== "sheets" ? <SetupForm key={setup.id} integration={setup} /> : null}
      </Sheet>
      <Sheet
        open={logged !== undefined}
        onOpenChange={(open) => !open && closeLog()}
        title={logged ? t("runs.title", { name: t(`types.${logged.type}.name`) }) : ""}
      >
        {logged ? <Runs integrationId={logged.id} /> : null}
      </Sheet>
    </SettingsPage>
  );
}
