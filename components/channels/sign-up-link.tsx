"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";

/**
 * The way to Meta's own window, where this installation has an app for it. A plain link: that page is a document of its
 * own, with rights and a script that no other page of the workspace gets.
 */
export function SignUpLink({ channelId, connected }: { channelId: string; connected: boolean }) {
  const t = useTranslations("channels.signUp");
  const trpc = useTRPC();
  const offer = useQuery(trpc.channels.signUpOffer.queryOptions({ channelId }));
  if (!offer.data) return null;
  return (
    <div className="grid justify-items-start gap-2 rounded-lg border border-border p-3">
      <p className="text-sm text-text-muted">{offer.data.sandbox ? t("sandbox") : t("text")}</p>
      <Button asChild variant={connected ? "secondary" : "primary"}>
        <a href={`/connect/${channelId}`}>{t(connected ? "again" : "open")}</a>
      </Button>
    </div>
  );
}
