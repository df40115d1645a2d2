"use client";

import { useMutation } from "@tanstack/react-query";
import { Eye, KeyRound, Link2, LogOut, UserRoundCheck, UserRoundX } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { headFor, loadAnew } from "#components/sessions/leaving.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { User } from "#server/users/schema.ts";
import { PasswordField } from "./create-member.tsx";
import { generatePassword } from "./generate-password.ts";

const PasswordLink = dynamic(
  () => untilLoaded(() => import("./password-link.tsx")).then((module) => module.PasswordLink),
  { loading: () => null },
);
const RemoveFactor = dynamic(
  () => untilLoaded(() => import("./remove-factor.tsx")).then((module) => module.RemoveFactor),
  { loading: () => null },
);

type Question = "password" | "link" | "signOut" | "deactivate";
type MemberAccessProps = { user: User; self: boolean; onDone: () => void };

/** A member's way in: a new password, signing out everywhere, deactivation. One's own is in the profile. */
export function MemberAccess({ user, self, onDone }: MemberAccessProps) {
  const t = useTranslations("users.edit");
  const [asked, setAsked] = useState<Question>();
  const actions = useAccess(user, onDone);
  const mayLook = useMay("admin");
  if (self) return null;
  return (
    <div className="grid gap-2">
      <p className="font-medium text-sm">{t("access")}</p>
      <div className="flex flex-wrap gap-2">
        {mayLook && user.active ? (
          <Button size="sm" icon={<Eye aria-hidden />} onClick={() => void actions.seeAs()}>
            {t("seeAs")}
          </Button>
        ) : null}
        <Button size="sm" icon={<KeyRound aria-hidden />} onClick={() => setAsked("password")}>
          {t("setPassword")}
        </Button>
        {user.active ? (
          <Button size="sm" icon={<Link2 aria-hidden />} onClick={() => setAsked("link")}>
            {t("passwordLink")}
          </Button>
        ) : null}
        <RemoveFactor user={user} onDone={onDone} />
        <Button size="sm" icon={<LogOut aria-hidden />} onClick={() => setAsked("signOut")}>
          {t("signOut")}
        </Button>
        {user.active ? (
          <Button
            size="sm"
            variant="danger-ghost"
            icon={<UserRoundX aria-hidden />}
            onClick={() => setAsked("deactivate")}
          >
            {t("deactivate")}
          </Button>
        ) : (
          <Button size="sm" icon={<UserRoundCheck aria-hidden />} onClick={() => void actions.reactivate()}>
            {t("reactivate")}
          </Button>
        )}
      </div>
      <SetPassword user={user} open={asked === "password"} onClose={() => setAsked(undefined)} />
      {asked === "link" ? <PasswordLink user={user} open onClose={() => setAsked(undefined)} /> : null}
      <ConfirmDialog
        open={asked === "signOut"}
        onOpenChange={() => setAsked(undefined)}
        title={t("signOutTitle", { name: user.name })}
        description={t("signOutHint")}
        confirmLabel={t("signOut")}
        onConfirm={actions.signOut}
        errorText={actions.sentence}
      />
      <ConfirmDialog
        danger
        open={asked === "deactivate"}
        onOpenChange={() => setAsked(undefined)}
        title={t("deactivateTitle", { name: user.name })}
        description={t("deactivateHint")}
        confirmLabel={t("deactivate")}
        onConfirm={actions.deactivate}
        errorText={actions.sentence}
      />
    </div>
  );
}

function useAccess(user: User, onDone: () => void) {
  const t = useTranslations("users.edit");
  const faults = useTranslations("companies.faults");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const update = useMutation(trpc.users.update.mutationOptions());
  const deactivate = useMutation(trpc.users.deactivate.mutationOptions());
  const end = useMutation(trpc.sessions.endOfUser.mutationOptions());
  const look = useMutation(trpc.sessions.seeAs.mutationOptions());
  const { name, id: userId } = user;
  const sentence = (error: unknown) =>
    failureOf(error).code === "conflict" ? faults("lastAdmin") : refusals.sentence(error);
  const done = (message: string) => {
    cache.refresh([...cache.of("users"), ...cache.of("plans")]);
    toast.success(message);
    onDone();
  };
  return {
    sentence,
    seeAs: () => {
      headFor("/inbox");
      return look.mutateAsync({ userId }).then(loadAnew, (error: unknown) => void toast.error(sentence(error)));
    },
    signOut: async () => done(t("signedOut", { count: (await end.mutateAsync({ userId })).ended })),
    deactivate: async () => {
      await deactivate.mutateAsync({ userId });
      done(t("deactivated", { name }));
    },
    reactivate: () =>
      update.mutateAsync({ userId, active: true }).then(
        () => done(t("reactivated", { name })),
        (error: unknown) => toast.error(sentence(error)),
      ),
  };
}

function SetPassword({ user, open, onClose }: { user: User; open: boolean; onClose: () => void }) {
  const t = useTranslations("users.edit");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const [password, setPassword] = useState(generatePassword);
  const update = useMutation(trpc.users.update.mutationOptions());
  const confirm = async () => {
    await update.mutateAsync({ userId: user.id, password });
    toast.success(t("passwordSet"));
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t("setPasswordTitle", { name: user.name })}
      description={t("setPasswordHint")}
      confirmLabel={t("setPasswordConfirm")}
      onConfirm={confirm}
      errorText={(error) => refusals.sentence(error)}
    >
      <div className="mt-2">
        <PasswordField value={password} error={undefined} onChange={setPassword} />
      </div>
    </ConfirmDialog>
  );
}
