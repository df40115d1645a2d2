"use client";

import { FlaskConical } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { SettingsSection } from "#components/companies/settings-parts.tsx";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { Button } from "#components/ui/button.tsx";
import type { ChannelSite } from "#server/channels/schema.ts";
import type { SettingsPartProps } from "./settings-texts.tsx";

type ChannelsProps = SettingsPartProps & { chatbotId: string; channels: readonly ChannelSite[] };

/** Where it answers; a channel has one bot, so taking it here takes it from another. */
export function SettingsChannels({ draft, change, chatbotId, channels }: ChannelsProps) {
  const t = useTranslations("chatbot-settings.channels");
  const types = useTranslations("channels.types");
  const turn = (id: string, on: boolean) =>
    change({ channels: on ? [...draft.channels, id] : draft.channels.filter((other) => other !== id) });
  const hintOf = ({ id, chatbot }: ChannelSite): string | undefined => {
    const wanted = draft.channels.includes(id);
    if (chatbot?.id === chatbotId) return wanted ? undefined : t("leaves");
    if (!chatbot) return wanted ? undefined : t("free");
    return t(wanted ? "moves" : "elsewhere", { name: chatbot.name });
  };
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      {channels.length === 0 ? (
        <p className="text-sm text-text-muted">
          {t.rich("none", {
            link: (words) => (
              <Link href="/settings/channels" className="text-accent underline underline-offset-3">
                {words}
              </Link>
            ),
          })}
        </p>
      ) : null}
      <fieldset aria-label={t("title")} className="grid min-w-0 gap-3">
        {channels.map((channel) => (
          <Checkbox
            key={channel.id}
            label={t("channel", { name: channel.label, type: types(channel.type) })}
            hint={hintOf(channel)}
            checked={draft.channels.includes(channel.id)}
            onCheckedChange={(next) => turn(channel.id, next === true)}
          />
        ))}
      </fieldset>
    </SettingsSection>
  );
}

type EndpointProps = SettingsPartProps & { onTest: (() => void) | undefined };

export function SettingsEndpoint({ draft, change, faults, onTest }: EndpointProps) {
  const t = useTranslations("chatbot-settings.endpoint");
  const sets = useMay("clients_read");
  return (
    <SettingsSection title={t("title")} description={t("hint")}>
      <Field label={t("url")} hint={t(sets ? "urlHint" : "urlReaders")} error={faults.global_fulfillment_url}>
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={2048}
          placeholder="https://"
          disabled={!sets}
          value={draft.global_fulfillment_url}
          onChange={(event) => change({ global_fulfillment_url: event.target.value })}
        />
      </Field>
      <div>
        <Button icon={<FlaskConical aria-hidden />} disabled={!onTest} onClick={onTest}>
          {t("test")}
        </Button>
      </div>
    </SettingsSection>
  );
}
