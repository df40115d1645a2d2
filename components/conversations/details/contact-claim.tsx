"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ShieldQuestion } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { InboxRow } from "../data/use-conversation-list.ts";

type ContactClaimProps = {
  row: InboxRow;
  writes: boolean;
  /** Only who sees the contact may confirm it. */
  sees: boolean;
};

/** The visitor typed the email or phone of a known contact. Until an agent has decided, it is a claim. */
export function ContactClaim({ row, writes, sees }: ContactClaimProps) {
  const t = useTranslations("conversations.claim");
  const tFailed = useTranslations("conversations.failed");
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const conversationId = row.id;
  const judge = async (work: Promise<unknown>) => {
    setBusy(true);
    try {
      await work;
      await queries.invalidateQueries({ queryKey: trpc.contacts.pathKey() });
    } catch (error) {
      toast.error(tFailed("title"), { description: failureOf(error).message || tFailed("change") });
    } finally {
      setBusy(false);
    }
  };
  const typed = [row.visitorEmail, row.visitorPhone].filter((text) => text !== "").join(", ");
  return (
    <section aria-label={t("label")} className="mb-2 grid gap-2 rounded-md border border-border bg-warning/5 p-2.5">
      <Badge tone="warning" icon={<ShieldQuestion aria-hidden />} className="justify-self-start">
        {t("label")}
      </Badge>
      <p className="text-pretty text-text-muted text-xs">{typed ? t("typed", { typed }) : t("unproven")}</p>
      {writes && !sees ? <p className="text-pretty text-text-muted text-xs">{t("unseen")}</p> : null}
      {writes ? (
        <div className="flex flex-wrap gap-2">
          {sees ? (
            <Button
              size="sm"
              disabled={busy}
              onClick={() => void judge(client.conversations.confirmContact.mutate({ conversationId }))}
            >
              {t("confirm")}
            </Button>
          ) : null}
          <Button
            size="sm"
            variant="ghost"
            disabled={busy}
            onClick={() => void judge(client.conversations.separateContact.mutate({ conversationId }))}
          >
            {t("separate")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}
