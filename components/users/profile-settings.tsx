"use client";

import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { SettingsPage, SettingsSection } from "#components/companies/settings-parts.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { LeaveGuard } from "#components/forms/leaving/leave-guard.tsx";
import { Select } from "#components/forms/select.tsx";
import { useLocaleChoice } from "#components/frame/interface-choices.ts";
import { themes, useThemeChoice } from "#components/frame/look/theme.ts";
import { useProfile } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { SessionList } from "#components/sessions/session-list.tsx";
import { Button } from "#components/ui/button.tsx";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { useToast } from "#components/ui/toast.tsx";
import { localeNames, locales } from "#i18n/locale.ts";

const FactorSection = dynamic(() =>
  untilLoaded(() => import("#components/sessions/factor-section.tsx")).then((module) => module.FactorSection),
);
const PasskeySection = dynamic(() =>
  untilLoaded(() => import("#components/sessions/passkey-section.tsx")).then((module) => module.PasskeySection),
);

export function ProfileSettings() {
  const t = useTranslations("users.profile");
  const { hasPassword } = useProfile();
  return (
    <SettingsPage title={t("title")}>
      <SettingsSection title={t("you")} description={t("youHint")}>
        <NameForm />
      </SettingsSection>
      <SettingsSection title={t("interface")} description={t("interfaceHint")} className="sm:grid-cols-2">
        <InterfaceChoices />
      </SettingsSection>
      <SettingsSection title={t("password")} description={hasPassword ? t("passwordHint") : undefined}>
        {hasPassword ? <PasswordForm /> : <p className="text-sm text-text-muted">{t("noPassword")}</p>}
      </SettingsSection>
      <FactorSection />
      <PasskeySection />
      <SessionList />
    </SettingsPage>
  );
}

function NameForm() {
  const t = useTranslations("users.profile");
  const roles = useTranslations("users.roles");
  const { user } = useProfile();
  const trpc = useTRPC();
  const toast = useToast();
  const router = useRouter();
  const refusals = useRefusals();
  const [name, setName] = useState(user.name);
  const [refusal, setRefusal] = useState(noRefusal);
  const save = useMutation(
    trpc.users.updateProfile.mutationOptions({
      onSuccess: () => {
        setRefusal(noRefusal);
        toast.success(t("saved"));
        // The frame shows the name too, from the server.
        router.refresh();
      },
      onError: (error) => setRefusal(refusals.of(error, { name })),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name });
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <LeaveGuard active={name.trim() !== user.name} />
      <Field label={t("name")} error={refusal.fields.name ?? refusal.sentence} required>
        <Input value={name} autoComplete="name" maxLength={255} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t("email")} hint={t("emailHint")}>
        <Input value={user.email} readOnly />
      </Field>
      <p className="text-sm">
        <span className="text-text-muted">{t("role")}: </span>
        {roles(user.role)}
      </p>
      <div>
        <Button type="submit" loading={save.isPending} disabled={name.trim() === user.name}>
          {t("save")}
        </Button>
      </div>
    </form>
  );
}

function InterfaceChoices() {
  const t = useTranslations("users.profile");
  const words = useTranslations("frame.user.themes");
  const { theme, setTheme } = useThemeChoice();
  const { locale, setLocale } = useLocaleChoice();
  return (
    <>
      <Field label={t("theme")}>
        <Select
          value={theme}
          onValueChange={setTheme}
          options={themes.map((value) => ({ value, label: words(value) }))}
        />
      </Field>
      <Field label={t("language")}>
        <Select
          value={locale}
          onValueChange={setLocale}
          options={locales.map((value) => ({ value, label: localeNames[value] }))}
        />
      </Field>
    </>
  );
}

const blank = { currentPassword: "", newPassword: "" };

function PasswordForm() {
  const t = useTranslations("users.profile");
  const { user } = useProfile();
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const [draft, setDraft] = useState(blank);
  const [refusal, setRefusal] = useState(noRefusal);
  const change = useMutation(
    trpc.users.changePassword.mutationOptions({
      onSuccess: ({ ended }) => {
        setDraft(blank);
        setRefusal(noRefusal);
        toast.success(t("changed"), { description: t("changedEnded", { count: ended }) });
      },
      onError: (error) => setRefusal(refusals.of(error, draft)),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(draft);
  };
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <LeaveGuard active={draft.currentPassword !== "" || draft.newPassword !== ""} />
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <Field label={t("current")} error={refusal.fields.currentPassword} required>
        <Input
          type="password"
          autoComplete="current-password"
          value={draft.currentPassword}
          onChange={(event) => setDraft({ ...draft, currentPassword: event.target.value })}
        />
      </Field>
      <Field label={t("next")} error={refusal.fields.newPassword ?? refusal.sentence} required>
        <Input
          type="password"
          autoComplete="new-password"
          value={draft.newPassword}
          onChange={(event) => setDraft({ ...draft, newPassword: event.target.value })}
        />
      </Field>
      <div>
        <Button type="submit" loading={change.isPending} disabled={!draft.currentPassword || !draft.newPassword}>
          {t("change")}
        </Button>
      </div>
    </form>
  );
}
