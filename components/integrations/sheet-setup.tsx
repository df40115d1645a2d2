"use client";

import { useMutation } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { CodeBlock } from "#components/json/code-block.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { moment } from "#components/time/moments.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { type Masked, maskable } from "#server/core/permissions.ts";
import type { IntegrationView } from "#server/integrations/schema.ts";
import { SheetPreview } from "./sheet-preview.tsx";

/** The address that spreadsheets read: making, renewing and revoking it, and what it holds. */
export function SheetSetup({ integration }: { integration: IntegrationView }) {
  const t = useTranslations("integrations");
  const [url, setUrl] = useState<string>();
  return (
    <div className="grid gap-6 p-4">
      <p className="text-pretty text-sm text-text-muted">{t("types.sheets.setup")}</p>
      <Address integration={integration} url={url} onUrl={setUrl} />
      <SheetPreview integrationId={integration.id} />
    </div>
  );
}

type AddressProps = { integration: IntegrationView; url: string | undefined; onUrl: (url: string | undefined) => void };
type Asked = "renew" | "revoke";

function Address({ integration, url, onUrl }: AddressProps) {
  const t = useTranslations("integrations.sheet");
  const [asked, setAsked] = useState<Asked>();
  const [hide, setHide] = useState<readonly Masked[]>(integration.address?.hidden ?? []);
  const { make, revoke, sentence, refusal } = useAddress(onUrl);
  const made = integration.address !== null || url !== undefined;
  return (
    <section aria-label={t("address")} className="grid gap-4">
      {url ? <ShownOnce url={url} /> : null}
      {made && !url ? <KnownAddress integration={integration} /> : null}
      <HiddenChoice hide={hide} onHide={setHide} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="min-w-0 flex-1 text-danger text-sm">
          {refusal}
        </p>
        {made ? (
          <>
            <Button onClick={() => setAsked("revoke")}>{t("revoke")}</Button>
            <Button onClick={() => setAsked("renew")}>{t("renew")}</Button>
          </>
        ) : (
          <Button
            variant="primary"
            loading={make.isPending}
            onClick={() => make.mutate({ integrationId: integration.id, hide: [...hide] })}
          >
            {t("make")}
          </Button>
        )}
      </div>
      {asked ? (
        <ConfirmDialog
          open
          danger
          onOpenChange={() => setAsked(undefined)}
          title={t(`${asked}Title`)}
          description={t(`${asked}Text`)}
          confirmLabel={t(`${asked}Confirm`)}
          onConfirm={() =>
            asked === "renew"
              ? make.mutateAsync({ integrationId: integration.id, hide: [...hide] })
              : revoke.mutateAsync({ integrationId: integration.id })
          }
          errorText={sentence}
        />
      ) : null}
    </section>
  );
}

function useAddress(onUrl: AddressProps["onUrl"]) {
  const t = useTranslations("integrations.sheet");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const onSettled = () => cache.refresh(cache.of("integrations"));
  const make = useMutation(
    trpc.integrations.makeAddress.mutationOptions({ onSuccess: (made) => onUrl(made.url), onSettled }),
  );
  const revoke = useMutation(
    trpc.integrations.revokeAddress.mutationOptions({
      onSuccess: () => {
        onUrl(undefined);
        toast.success(t("revoked"));
      },
      onSettled,
    }),
  );
  const sentence = (cause: unknown) => refusals.sentence(cause);
  return { make, revoke, sentence, refusal: make.error ? sentence(make.error) : null };
}

/** What can be copied now and never again, as it is used. */
function ShownOnce({ url }: { url: string }) {
  const t = useTranslations("integrations.sheet");
  return (
    <div className="grid gap-3">
      <p role="status" className="text-pretty font-medium text-sm">
        {t("once")}
      </p>
      <CodeBlock wrap label={t("google")} code={`=IMPORTDATA("${url}")`} />
      <CodeBlock wrap label={t("excel")} code={url} />
    </div>
  );
}

function KnownAddress({ integration: { address } }: { integration: IntegrationView }) {
  const t = useTranslations("integrations.sheet");
  const format = useFormatter();
  if (!address) return null;
  const at = (date: string) => format.dateTime(new Date(date), moment);
  return (
    <div className="grid gap-1 rounded-lg border border-border p-3 text-sm">
      <p className="font-medium">{t("known", { at: at(address.madeAt) })}</p>
      <p className="text-pretty text-text-muted text-xs">
        {address.readAt ? t("read", { at: at(address.readAt) }) : t("unread")} {t("notShown")}
      </p>
    </div>
  );
}

function HiddenChoice({ hide, onHide }: { hide: readonly Masked[]; onHide: (hide: Masked[]) => void }) {
  const t = useTranslations("integrations.sheet");
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium text-sm">{t("hide")}</legend>
      {maskable.map((field) => (
        <Checkbox
          key={field}
          label={t(`hidden.${field}`)}
          checked={hide.includes(field)}
          onCheckedChange={(checked) =>
            onHide(maskable.filter((one) => (one === field ? checked === true : hide.includes(one))))
          }
        />
      ))}
      <p className="text-pretty text-text-muted text-xs">{t("hideHint")}</p>
    </fieldset>
  );
}
