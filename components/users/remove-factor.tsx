"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ShieldOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { User } from "#server/users/schema.ts";

/** For a member who has lost phone and recovery codes; nothing where there is no second factor. */
export function RemoveFactor({ user, onDone }: { user: User; onDone: () => void }) {
  const t = useTranslations("invitations.factor");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const [asked, setAsked] = useState(false);
  const factor = useQuery(trpc.users.factor.queryOptions({ userId: user.id }));
  const remove = useMutation(trpc.users.removeFactor.mutationOptions());
  if (!factor.data?.enabled) return null;
  return (
    <>
      <Button size="sm" icon={<ShieldOff aria-hidden />} onClick={() => setAsked(true)}>
        {t("remove")}
      </Button>
      <ConfirmDialog
        danger
        open={asked}
        onOpenChange={setAsked}
        title={t("title", { name: user.name })}
        description={t("hint")}
        confirmLabel={t("remove")}
        onConfirm={async () => {
          await remove.mutateAsync({ userId: user.id });
          toast.success(t("done", { name: user.name }));
          onDone();
        }}
        errorText={(error) => refusals.sentence(error)}
      />
    </>
  );
}
