"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Link2, Send, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Invitation } from "#server/users/invitations/schema.ts";
import { LinkPanel } from "./invite-member.tsx";

/** Who has been asked to join and has not yet. Nothing where there is nobody. */
export function InvitationList({ mayWrite }: { mayWrite: boolean }) {
  const t = useTranslations("invitations");
  const invitations = useQuery(useTRPC().invitations.list.queryOptions({}));
  const [revoked, setRevoked] = useState<Invitation>();
  const [link, setLink] = useState<string>();
  const deeds = useDeeds(setLink);
  if (invitations.isError && !invitations.data)
    return <ErrorState onRetry={() => void invitations.refetch()} retrying={invitations.isFetching} />;
  if (!invitations.data || invitations.data.length === 0) return null;
  return (
    <section aria-labelledby="invited" className="grid grid-cols-1 gap-1 px-5 pt-2 pb-4 phone:px-4">
      <h2 id="invited" className="font-medium text-sm text-text-muted">
        {t("pending")}
      </h2>
      <ul className="divide-y divide-border rounded-lg border border-border">
        {invitations.data.map((invitation) => (
          <Row
            key={invitation.id}
            invitation={invitation}
            deeds={mayWrite ? { ...deeds, onRevoke: () => setRevoked(invitation) } : undefined}
          />
        ))}
      </ul>
      <ConfirmDialog
        danger
        open={revoked !== undefined}
        onOpenChange={() => setRevoked(undefined)}
        title={t("revokeTitle", { email: revoked?.email ?? "" })}
        description={t("revokeHint")}
        confirmLabel={t("revoke")}
        onConfirm={() => deeds.revoke(revoked?.id ?? "")}
        errorText={deeds.sentence}
      />
      <Dialog
        open={link !== undefined}
        onOpenChange={(open) => !open && setLink(undefined)}
        title={t("copyTitle")}
        description={t("copyHint")}
      >
        {link ? <LinkPanel link={link} onClose={() => setLink(undefined)} /> : null}
      </Dialog>
    </section>
  );
}

function useDeeds(onLink: (link: string) => void) {
  const t = useTranslations("invitations");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const renew = useMutation(trpc.invitations.renew.mutationOptions());
  const revoke = useMutation(trpc.invitations.revoke.mutationOptions());
  const sentence = (error: unknown) =>
    failureOf(error).code === "already_exists" ? t("exists") : refusals.sentence(error);
  const renewed = async (invitationId: string, mail: boolean) => {
    try {
      const made = await renew.mutateAsync({ invitationId, mail });
      cache.refresh(cache.of("invitations"));
      // Where no mail leaves, the link is all there is.
      if (mail && made.mail !== "none") toast.success(t("resent", { email: made.email }));
      else onLink(made.link);
    } catch (error) {
      toast.error(sentence(error));
    }
  };
  return {
    sentence,
    resend: (id: string) => void renewed(id, true),
    copy: (id: string) => void renewed(id, false),
    revoke: async (invitationId: string) => {
      await revoke.mutateAsync({ invitationId });
      cache.refresh(cache.of("invitations"));
    },
  };
}

type RowDeeds = { resend: (id: string) => void; copy: (id: string) => void; onRevoke: () => void };

function Row({ invitation, deeds }: { invitation: Invitation; deeds: RowDeeds | undefined }) {
  const t = useTranslations("invitations");
  const words = useTranslations("users");
  const own = useQuery(useTRPC().roles.names.queryOptions({})).data ?? [];
  const { id, email, role, roleId, mail, expiresAt } = invitation;
  const expired = new Date(expiresAt) <= new Date();
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm">
      <span className="min-w-0 flex-1 basis-48 truncate font-medium">{email}</span>
      <Badge tone="neutral">{own.find((one) => one.id === roleId)?.name ?? words(`roles.${role}`)}</Badge>
      <span className="text-text-muted">
        {expired ? (
          <span className="text-danger">{t("expired")}</span>
        ) : mail === "failed" ? (
          <span className="text-danger">{t("undelivered")}</span>
        ) : (
          t.rich("expires", { time: () => <RelativeTime value={expiresAt} /> })
        )}
      </span>
      {deeds ? (
        <span className="flex gap-1">
          <IconButton label={t("resendTo", { email })} size="sm" onClick={() => deeds.resend(id)}>
            <Send aria-hidden />
          </IconButton>
          <IconButton label={t("copyFor", { email })} size="sm" onClick={() => deeds.copy(id)}>
            <Link2 aria-hidden />
          </IconButton>
          <IconButton label={t("revokeOf", { email })} size="sm" onClick={deeds.onRevoke}>
            <X aria-hidden />
          </IconButton>
        </span>
      ) : null}
    </li>
  );
}
