"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { FactorSetup, RecoveryCodes } from "./factor-setup.tsx";

type Asked = "setup" | "renew" | "off";

/** One's own second factor: on, new recovery codes, off. */
export function FactorSection() {
  const t = useTranslations("factors");
  const trpc = useTRPC();
  const router = useRouter();
  const factor = useQuery(trpc.sessions.factor.queryOptions({}));
  const [asked, setAsked] = useState<Asked>();
  const [codes, setCodes] = useState<readonly string[]>();
  const deeds = useDeeds(setCodes);
  const close = () => {
    setAsked(undefined);
    setCodes(undefined);
    void factor.refetch();
    // The frame knows it too, from the server.
    router.refresh();
  };
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      {factor.isError && !factor.data ? (
        <ErrorState onRetry={() => void factor.refetch()} retrying={factor.isFetching} />
      ) : null}
      {factor.isPending ? <Skeleton className="h-5 w-full" /> : null}
      {factor.data ? (
        <div className="grid gap-3 text-sm">
          <p className="text-pretty">
            {t(factor.data.enabled ? "on" : factor.data.passkeys > 0 ? "byPasskeys" : "off")}{" "}
            {factor.data.enabled || factor.data.passkeys > 0 ? t("left", { count: factor.data.recoveryCodes }) : null}{" "}
            {factor.data.required ? t("required") : null}
          </p>
          <div className="flex flex-wrap gap-2">
            {factor.data.enabled ? null : <Button onClick={() => setAsked("setup")}>{t("setUp")}</Button>}
            {factor.data.enabled || factor.data.passkeys > 0 ? (
              <Button onClick={() => setAsked("renew")}>{t("renew")}</Button>
            ) : null}
            {factor.data.enabled && (!factor.data.required || factor.data.passkeys > 0) ? (
              <Button variant="danger-ghost" onClick={() => setAsked("off")}>
                {t("switchOff")}
              </Button>
            ) : null}
          </div>
        </div>
      ) : null}
      <Dialog open={asked === "setup"} onOpenChange={(open) => !open && close()} title={t("setUp")}>
        <DialogBody>{asked === "setup" ? <FactorSetup onDone={close} /> : null}</DialogBody>
      </Dialog>
      <ConfirmDialog
        open={asked === "renew" && !codes}
        onOpenChange={(open) => !open && !codes && setAsked(undefined)}
        title={t("renewTitle")}
        description={t("renewHint")}
        confirmLabel={t("renew")}
        onConfirm={deeds.renew}
        errorText={deeds.sentence}
      />
      <Dialog open={codes !== undefined} onOpenChange={(open) => !open && close()} title={t("codes")}>
        <DialogBody>{codes ? <RecoveryCodes codes={codes} onDone={close} /> : null}</DialogBody>
      </Dialog>
      <ConfirmDialog
        danger
        open={asked === "off"}
        onOpenChange={() => setAsked(undefined)}
        title={t("offTitle")}
        description={t("offHint")}
        confirmLabel={t("switchOff")}
        onConfirm={() => deeds.disable().then(close)}
        errorText={deeds.sentence}
      />
    </SettingsSection>
  );
}

function useDeeds(onCodes: (codes: readonly string[]) => void) {
  const t = useTranslations("factors");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const renew = useMutation(trpc.sessions.renewRecovery.mutationOptions());
  const disable = useMutation(trpc.sessions.disableFactor.mutationOptions());
  return {
    sentence: (error: unknown) => refusals.sentence(error),
    renew: async () => onCodes((await renew.mutateAsync({})).codes),
    disable: async () => {
      await disable.mutateAsync({});
      toast.success(t("switchedOff"));
    },
  };
}
