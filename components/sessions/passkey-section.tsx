"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Passkey } from "#server/sessions/passkeys/schema.ts";
import { PasskeyName, PasskeySetup } from "./passkey-setup.tsx";

type Asked = { what: "add" } | { what: "rename" | "remove"; passkey: Passkey };

/** One's own passkeys: add, rename, remove. */
export function PasskeySection() {
  const t = useTranslations("factors.passkeys");
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const refusals = useRefusals();
  const { cache } = useLive();
  const found = useQuery(trpc.sessions.passkeys.queryOptions({}));
  const remove = useMutation(trpc.sessions.removePasskey.mutationOptions());
  const [asked, setAsked] = useState<Asked>();
  const close = () => {
    setAsked(undefined);
    cache.refresh(cache.of("sessions"));
    // The frame knows whether there is one, from the server.
    router.refresh();
  };
  const { possible = true, passkeys = [] } = found.data ?? {};
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      {found.isError && !found.data ? (
        <ErrorState onRetry={() => void found.refetch()} retrying={found.isFetching} />
      ) : null}
      {found.isPending ? <Skeleton className="h-12 w-full" /> : null}
      {found.data && passkeys.length === 0 ? <p className="text-pretty text-sm">{t("none")}</p> : null}
      <ul className="grid divide-y divide-border rounded-lg border border-border empty:hidden">
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRename={() => setAsked({ what: "rename", passkey })}
            onRemove={() => setAsked({ what: "remove", passkey })}
          />
        ))}
      </ul>
      {found.data && possible ? (
        <div>
          <Button onClick={() => setAsked({ what: "add" })}>{t("add")}</Button>
        </div>
      ) : null}
      {possible ? null : <p className="text-pretty text-sm text-text-muted">{t("impossible")}</p>}
      <Dialog size="sm" open={asked?.what === "add"} onOpenChange={(open) => !open && close()} title={t("add")}>
        <DialogBody>{asked?.what === "add" ? <PasskeySetup onDone={close} /> : null}</DialogBody>
      </Dialog>
      <Dialog size="sm" open={asked?.what === "rename"} onOpenChange={(open) => !open && close()} title={t("rename")}>
        <DialogBody>
          {asked?.what === "rename" ? <PasskeyName passkey={asked.passkey} onDone={close} /> : null}
        </DialogBody>
      </Dialog>
      <ConfirmDialog
        danger
        open={asked?.what === "remove"}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={t("removeTitle", { name: asked && "passkey" in asked ? asked.passkey.name : "" })}
        description={t("removeHint")}
        confirmLabel={t("remove")}
        onConfirm={async () => {
          if (asked?.what !== "remove") return;
          await remove.mutateAsync({ passkeyId: asked.passkey.id });
          toast.success(t("removed"));
          close();
        }}
        errorText={(error) => (failureOf(error).code === "conflict" ? t("lastNeeded") : refusals.sentence(error))}
      />
    </SettingsSection>
  );
}

type RowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, onRename, onRemove }: RowProps) {
  const t = useTranslations("factors.passkeys");
  const { name, synced, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5">
      <KeyRound aria-hidden className="size-4 shrink-0 text-text-faint" />
      <div className="grid min-w-40 flex-1">
        <span className="flex min-w-0 items-center gap-2 text-sm">
          <span className="truncate">{name}</span>
          {synced ? <Badge>{t("synced")}</Badge> : null}
        </span>
        <span className="truncate text-text-muted text-xs">
          {t("added")} <RelativeTime value={createdAt} />
          {" · "}
          {lastUsedAt ? (
            <>
              {t("used")} <RelativeTime value={lastUsedAt} />
            </>
          ) : (
            t("unused")
          )}
        </span>
      </div>
      <div className="flex gap-1">
        <Button size="sm" variant="ghost" aria-label={t("renameOf", { name })} onClick={onRename}>
          {t("rename")}
        </Button>
        <Button size="sm" variant="danger-ghost" aria-label={t("removeOf", { name })} onClick={onRemove}>
          {t("remove")}
        </Button>
      </div>
    </li>
  );
}
