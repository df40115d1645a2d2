"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ColorSwatchPicker } from "#components/colors/color-swatch-picker.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { languages, widgetIcons, widgetStyles } from "#server/chatbots/choices.ts";
import type { ChannelDraft } from "./draft.ts";

type AppearanceFieldsProps = {
  draft: Pick<ChannelDraft, "appearance">;
  change: (part: Pick<ChannelDraft, "appearance">) => void;
  botName: string;
  errors: Readonly<Record<string, string>>;
};

type Appearance = ChannelDraft["appearance"];
type Flag = "enabled" | "askEmail" | "askTelephone" | "poweredBy";

export function AppearanceFields({ draft, change, botName, errors }: AppearanceFieldsProps) {
  const t = useTranslations("channels.look");
  const { appearance } = draft;
  const set = (part: Partial<Appearance>) => change({ appearance: { ...appearance, ...part } });
  const flag = (name: Flag, label: string, hint?: string) => (
    <Field inline label={label} hint={hint}>
      <Switch checked={appearance[name]} onCheckedChange={(next) => set({ [name]: next })} />
    </Field>
  );
  return (
    <div className="grid min-w-0 content-start gap-5">
      {flag("enabled", t("enabled"), t("enabledHint"))}
      <Field label={t("color")} error={errors.color}>
        <ColorSwatchPicker value={appearance.color} onValueChange={(color) => set({ color })} />
      </Field>
      <Pair>
        <Field label={t("windowTitle")} hint={t("windowTitleHint")}>
          <Input
            value={appearance.windowTitle}
            maxLength={255}
            onChange={(event) => set({ windowTitle: event.target.value })}
          />
        </Field>
        <Field label={t("name")} hint={botName ? t("nameHint", { name: botName }) : t("nameHintNone")}>
          <Input value={appearance.name} maxLength={255} onChange={(event) => set({ name: event.target.value })} />
        </Field>
      </Pair>
      <Pair>
        <Field label={t("style")}>
          <Select
            value={appearance.widgetStyle}
            onValueChange={(widgetStyle) => set({ widgetStyle })}
            options={widgetStyles.map((value) => ({ value, label: t(`styles.${value}`) }))}
          />
        </Field>
        <Field label={t("icon")}>
          <Select
            value={appearance.widgetIcon}
            onValueChange={(widgetIcon) => set({ widgetIcon })}
            options={widgetIcons.map((value) => ({ value, label: t(`icons.${value}`) }))}
          />
        </Field>
        <Field label={t("position")}>
          <Select
            value={appearance.position}
            onValueChange={(position) => set({ position })}
            options={(["right", "left"] as const).map((value) => ({ value, label: t(`positions.${value}`) }))}
          />
        </Field>
        <Field label={t("theme")}>
          <Select
            value={appearance.theme}
            onValueChange={(theme) => set({ theme })}
            options={(["auto", "light", "dark"] as const).map((value) => ({ value, label: t(`themes.${value}`) }))}
          />
        </Field>
        <Field label={t("language")}>
          <Select
            value={appearance.language}
            onValueChange={(language) => set({ language })}
            options={(["auto", ...languages] as const).map((value) => ({ value, label: t(`languages.${value}`) }))}
          />
        </Field>
        <SaluteField seconds={appearance.saluteTime} onChange={(saluteTime) => set({ saluteTime })} />
      </Pair>
      {flag("askEmail", t("askEmail"), t("askHint"))}
      {flag("askTelephone", t("askTelephone"), t("askHint"))}
      {flag("poweredBy", t("poweredBy"))}
    </div>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-5 sm:grid-cols-2">{children}</div>;
}

function SaluteField({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) {
  const t = useTranslations("channels.look");
  return (
    <Field label={t("saluteTime")} hint={t("saluteTimeHint")}>
      <Input
        type="number"
        inputMode="numeric"
        min={0}
        max={3600}
        value={String(seconds)}
        trailing={<span className="pr-1 text-text-muted text-xs">{t("saluteUnit")}</span>}
        onChange={(event) => onChange(Math.min(3600, Math.max(0, Math.trunc(Number(event.target.value) || 0))))}
      />
    </Field>
  );
}
