"use client";

import { useMutation } from "@tanstack/react-query";
import { FlaskConical, MessageSquareText } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useToast } from "#components/ui/toast.tsx";

/** Nothing can be sent before a number is connected; a practice one needs no account anywhere. */
export function NoNumber({ what }: { what: "templates" | "campaigns" }) {
  const t = useTranslations("templates.noNumber");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const mayWrite = useMay("websites_write");
  const create = useMutation(
    trpc.channels.create.mutationOptions({
      onSuccess: () => {
        cache.refresh([...cache.of("channels"), ...cache.of("templates"), ...cache.of("plans")]);
        toast.success(t("made"));
      },
      onError: (error) => toast.error(refusals.sentence(error)),
    }),
  );
  const actions = mayWrite ? (
    <>
      <Button asChild variant="primary">
        <Link href="/settings/channels">{t("connect")}</Link>
      </Button>
      <Button
        icon={<FlaskConical aria-hidden />}
        loading={create.isPending}
        onClick={() => create.mutate({ type: "WHATSAPP_API", label: t("sandboxLabel"), sandbox: true })}
      >
        {t("sandbox")}
      </Button>
    </>
  ) : null;
  return (
    <EmptyState
      icon={<MessageSquareText />}
      title={t("title")}
      description={
        <>
          <p>{t(what)}</p>
          <p className="mt-2">{t(mayWrite ? "sandboxHint" : "ask")}</p>
        </>
      }
      actions={actions}
    />
  );
}
