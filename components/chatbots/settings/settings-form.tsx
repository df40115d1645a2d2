"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useEffect, useState } from "react";
import { LeaveGuard } from "#components/forms/leaving/leave-guard.tsx";
import { useMay } from "#components/frame/profile.tsx";
import { useWhenThere } from "#components/ui/late/later.tsx";
import type { ChannelSite } from "#server/channels/schema.ts";
import { FulfillmentTest } from "../fulfillment/fulfillment-test.tsx";
import { SettingsAssignment } from "./settings-assignment.tsx";
import { SettingsBar } from "./settings-bar.tsx";
import { SettingsChannels, SettingsEndpoint } from "./settings-connections.tsx";
import {
  changedKeys,
  type DraftKey,
  draftOf,
  isWeekSound,
  rebased,
  type SettingsDraft,
  type SettingsSource,
} from "./settings-draft.ts";
import { SettingsHours } from "./settings-hours.tsx";
import { SettingsLooks } from "./settings-looks.tsx";
import { SettingsAbout, SettingsSilence, SettingsTransfer } from "./settings-texts.tsx";
import { SettingsWelcome } from "./settings-welcome.tsx";
import { schemas, useSaveSettings } from "./use-save-settings.ts";

type SettingsFormProps = { chatbotId: string; source: SettingsSource; channels: readonly ChannelSite[] };

/** The draft, what it is compared with, and where others have saved something else meanwhile. */
function useSettingsDraft(source: SettingsSource) {
  const [saved, setSaved] = useState(() => draftOf(source));
  const [draft, setDraft] = useState(saved);
  const [clashes, setClashes] = useState<readonly DraftKey[]>([]);
  useEffect(() => {
    const fresh = draftOf(source);
    const after = rebased(draft, saved, fresh, source.settings);
    setSaved(fresh);
    setDraft(after.draft);
    setClashes((before) => {
      const still = changedKeys(after.draft, fresh, source.settings);
      return [...new Set([...before, ...after.clashes])].filter((key) => still.includes(key));
    });
  }, [source]);
  const discard = () => {
    setDraft(saved);
    setClashes([]);
  };
  const change = (part: Partial<SettingsDraft>) => setDraft((before) => ({ ...before, ...part }));
  return { saved, draft, clashes, discard, change };
}

/** Edited and saved as a whole. */
export function SettingsForm({ chatbotId, source, channels }: SettingsFormProps) {
  const t = useTranslations("chatbot-settings");
  const { settings } = source;
  const { saved, draft, clashes, discard, change } = useSettingsDraft(source);
  const { save, pending, refusal, forget } = useSaveSettings(chatbotId);
  const [testing, setTesting] = useState(false);
  const readOnly = !useMay("websites_write");
  const dirty = changedKeys(draft, saved, settings).length > 0;
  const url = draft.global_fulfillment_url.trim();
  const { chatbotSettingsSchema } = useWhenThere(schemas, url !== "") ?? {};
  const urlSound = chatbotSettingsSchema?.shape.global_fulfillment_url.safeParse(url).success !== false;
  const faults = {
    ...refusal.fields,
    ...(draft.title.trim() === "" ? { title: t("about.required") } : {}),
    ...(draft.chatbotName.trim() === "" ? { chatbotName: t("about.required") } : {}),
    ...(urlSound ? {} : { global_fulfillment_url: t("endpoint.fault") }),
  };
  const sound =
    urlSound &&
    draft.title.trim() !== "" &&
    draft.chatbotName.trim() !== "" &&
    isWeekSound(draft.businessHoursConfiguration);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (dirty && sound && !pending) save({ draft, saved, settings });
  };
  const part = { draft, change, faults };
  return (
    <>
      <form noValidate onSubmit={submit} aria-label={t("title")} className="flex flex-1 flex-col">
        <LeaveGuard active={dirty} />
        <fieldset disabled={readOnly} className="w-full min-w-0 max-w-220 flex-1">
          <SettingsAbout {...part} />
          <SettingsChannels {...part} chatbotId={chatbotId} channels={channels} />
          <SettingsHours {...part} />
          <SettingsTransfer {...part} />
          <SettingsAssignment {...part} readOnly={readOnly} />
          <SettingsSilence {...part} />
          <SettingsWelcome {...part} readOnly={readOnly} />
          <SettingsEndpoint {...part} onTest={urlSound && url !== "" ? () => setTesting(true) : undefined} />
          <SettingsLooks {...part} />
        </fieldset>
        {readOnly ? null : (
          <SettingsBar
            dirty={dirty}
            sound={sound}
            pending={pending}
            clashes={clashes}
            refused={refusal.sentence}
            onDiscard={() => {
              discard();
              forget();
            }}
          />
        )}
      </form>
      {readOnly ? null : <FulfillmentTest chatbotId={chatbotId} url={url} open={testing} onOpenChange={setTesting} />}
    </>
  );
}
