"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { TextList } from "#components/flows/step/text-list.tsx";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { WordsField } from "#components/forms/words-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { NumberField } from "./number-field.tsx";
import type { WelcomeBack } from "./settings-draft.ts";
import type { SettingsPartProps } from "./settings-texts.tsx";

const maxRules = 50;
const channelNames = ["*", "WEBSITE", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;
const ruleTypes = ["WELCOME_BACK", "HARD_WELCOME_BACK"] as const;
const messageTypes = ["DEFAULT", "END", "INTERVENED"] as const;

type MessageType = (typeof messageTypes)[number];

const freshRule: WelcomeBack = { channel: "*", type: "WELCOME_BACK", enabled: true, fire_after: 60, messages: [] };

/** What the bot says to a visitor who comes back after a while. */
export function SettingsWelcome({ draft, change, readOnly }: SettingsPartProps & { readOnly: boolean }) {
  const t = useTranslations("chatbot-settings.welcome");
  const rules = draft.welcome_back_messages;
  const set = (next: readonly WelcomeBack[]) => change({ welcome_back_messages: next });
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      {rules.length === 0 ? <p className="text-sm text-text-muted">{t("none")}</p> : null}
      {rules.map((rule, index) => (
        <WelcomeRule
          key={index}
          rule={rule}
          number={index + 1}
          onChange={(part) => set(rules.map((one, place) => (place === index ? { ...one, ...part } : one)))}
          onRemove={() => set(rules.filter((_, place) => place !== index))}
        />
      ))}
      {readOnly ? null : (
        <div>
          <Button
            icon={<Plus aria-hidden />}
            disabled={rules.length >= maxRules}
            onClick={() => set([...rules, freshRule])}
          >
            {t("add")}
          </Button>
        </div>
      )}
    </SettingsSection>
  );
}

type WelcomeRuleProps = {
  rule: WelcomeBack;
  number: number;
  onChange: (part: Partial<WelcomeBack>) => void;
  onRemove: () => void;
};

/** The channel as the list of choices knows it; a stored one may be written in other ways. */
function channelOf({ channel }: WelcomeBack) {
  const name = channel.toUpperCase().replace(/^WEB$/, "WEBSITE");
  return channelNames.find((one) => one === name) ?? "*";
}

function WelcomeRule({ rule, number, onChange, onRemove }: WelcomeRuleProps) {
  const t = useTranslations("chatbot-settings.welcome");
  return (
    <fieldset
      aria-label={t("rule", { number })}
      className="grid min-w-0 gap-4 rounded-lg border border-border px-4 py-3"
    >
      <div className="flex items-center gap-3">
        <p className="flex-1 font-medium text-sm">{t("rule", { number })}</p>
        <Switch
          aria-label={t("enabled", { number })}
          checked={rule.enabled}
          onCheckedChange={(enabled) => onChange({ enabled })}
        />
        <IconButton size="sm" label={t("remove", { number })} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={t("after")}
          unit={t("minutes")}
          max={525_600}
          value={rule.fire_after}
          onChange={(fire_after) => onChange({ fire_after })}
        />
        <Field label={t("channel")}>
          <Select
            value={channelOf(rule)}
            onValueChange={(channel) => onChange({ channel })}
            options={channelNames.map((value) => ({
              value,
              label: value === "*" ? t("channels.ALL") : t(`channels.${value}`),
            }))}
          />
        </Field>
      </div>
      <Field label={t("then")}>
        <Select
          value={rule.type}
          onValueChange={(type) => onChange({ type })}
          options={ruleTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
        />
      </Field>
      {messageTypes.map((type) => (
        <WelcomeTexts key={type} type={type} rule={rule} onChange={onChange} />
      ))}
    </fieldset>
  );
}

type WelcomeTextsProps = Pick<WelcomeRuleProps, "rule" | "onChange"> & { type: MessageType };

function WelcomeTexts({ type, rule, onChange }: WelcomeTextsProps) {
  const t = useTranslations("chatbot-settings.welcome");
  const message = rule.messages.find((one) => one.type === type);
  const set = (part: { text?: string[]; response_options?: string[] }) => {
    const fresh = { type, text: [], response_type: "TEXT" as const, response_options: [], ...part };
    const messages = message
      ? rule.messages.map((one) => (one === message ? { ...one, ...part } : one))
      : [...rule.messages, fresh];
    onChange({ messages });
  };
  return (
    <div className="grid gap-1.5">
      <TextList
        label={t(`texts.${type}`)}
        hint={t(`textHints.${type}`)}
        texts={message?.text ?? []}
        onChange={(text) => set({ text })}
        field={`welcome-${type}`}
        addLabel={t("addText")}
        disabled={false}
      />
      {message?.text.some((text) => text.trim() !== "") ? (
        <WordsField
          label={t("options", { texts: t(`texts.${type}`) })}
          placeholder={t("optionsExample")}
          words={message.response_options}
          disabled={false}
          onChange={(words) => set({ response_options: words.slice(0, 20).map((word) => word.slice(0, 80)) })}
        />
      ) : null}
    </div>
  );
}
