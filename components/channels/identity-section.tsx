"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { CodeBlock } from "#components/json/code-block.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ChannelSite } from "#server/channels/schema.ts";

function sample(channelId: string): string {
  return `import { SignJWT } from "jose";

const key = new TextEncoder().encode(identitySecret);
const { name, email, phone } = user;
const identity = await new SignJWT({ name, email, phone })
  .setProtectedHeader({ alg: "HS256" })
  .setSubject(String(user.id))
  .setAudience("${channelId}")
  .setExpirationTime("10m")
  .sign(key);

// In the page: Parley.identify(identity)
// When the person signs out: Parley.identify(null)`;
}

/**
 * The secret with which the company's server signs its visitors' identities. Shown on request, to people who may change
 * it.
 */
export function IdentitySection({ channel }: { channel: ChannelSite }) {
  const t = useTranslations("channels.identity");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const [secret, setSecret] = useState<string>();
  const [rotating, setRotating] = useState(false);
  const reveal = useMutation(
    trpc.channels.revealIdentitySecret.mutationOptions({
      // Not kept by the query cache: it goes when the page goes.
      gcTime: 0,
      onSuccess: (shown) => setSecret(shown.secret),
      onError: (error) => toast.error(refusals.sentence(error)),
    }),
  );
  const rotate = useMutation(trpc.channels.rotateIdentitySecret.mutationOptions({ gcTime: 0 }));
  const replace = async () => {
    const made = await rotate.mutateAsync({ channelId: channel.id });
    setSecret(made.secret);
    toast.success(t("rotated"));
  };
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <div className="grid gap-1">
        <h3 className="font-medium text-sm">{t("secret")}</h3>
        <p className="text-sm text-text-muted">{t("secretHint")}</p>
      </div>
      {secret ? <CodeBlock wrap label={t("secret")} code={secret} /> : null}
      <div className="flex flex-wrap gap-2">
        {secret ? (
          <Button onClick={() => setSecret(undefined)}>{t("hide")}</Button>
        ) : (
          <Button loading={reveal.isPending} onClick={() => reveal.mutate({ channelId: channel.id })}>
            {t("reveal")}
          </Button>
        )}
        <Button onClick={() => setRotating(true)}>{t("rotate")}</Button>
      </div>
      <CodeBlock label={t("code")} code={sample(channel.id)} />
      <ConfirmDialog
        danger
        open={rotating}
        onOpenChange={setRotating}
        title={t("rotateTitle")}
        description={t("rotateText")}
        confirmLabel={t("rotate")}
        onConfirm={replace}
        errorText={refusals.sentence}
      />
    </SettingsSection>
  );
}
