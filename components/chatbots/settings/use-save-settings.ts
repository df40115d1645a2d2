import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { type Api, failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { laterModule, untilThere } from "#components/ui/late/later.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ChatbotSettings } from "#server/chatbots/schema.ts";
import { changedKeys, type SettingsDraft, storedOf } from "./settings-draft.ts";

/** What the server takes: checked here too, while one types and before it is sent. */
export const schemas = laterModule(() => import("#server/chatbots/schema.ts"));

type Save = { draft: SettingsDraft; saved: SettingsDraft; settings: ChatbotSettings };

/** The looks that differ: others may have changed the rest meanwhile. */
async function changedLooks({ draft, saved }: Save) {
  const { appearancePatch } = await untilThere(schemas);
  const keys = appearancePatch.keyof().options.filter((key) => draft.appearance[key] !== saved.appearance[key]);
  return appearancePatch.parse(Object.fromEntries(keys.map((key) => [key, draft.appearance[key]])));
}

/** Saves on the version that was read. What someone has saved since then is kept, except the fields saved here. */
async function saveOn(api: Api, chatbotId: string, settings: ChatbotSettings, read: ChatbotSettings): Promise<void> {
  const save = ({ version = 1 }: ChatbotSettings) =>
    api.chatbots.saveSettings.mutate({ chatbotId, settings, ifMatch: String(version) });
  try {
    await save(read);
  } catch (error) {
    if (failureOf(error).code !== "precondition_failed") throw error;
    const now = await api.chatbots.settings.query({ chatbotId });
    const same = Object.keys(settings).every((key) => JSON.stringify(now[key]) === JSON.stringify(read[key]));
    if (!same) throw error;
    await save(now);
  }
}

/**
 * Saves only what was changed, so that others' changes elsewhere in the settings stay. It has saved once what is stored
 * has been read again: what the form held when the save began may be older than what others have saved since.
 */
export function useSaveSettings(chatbotId: string) {
  const t = useTranslations("chatbot-settings.bar");
  const api = useTRPCClient();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [refusal, setRefusal] = useState(noRefusal);
  const save = useMutation({
    mutationFn: async (given: Save) => {
      const changed = changedKeys(given.draft, given.saved, given.settings);
      const stored = storedOf(given.draft, given.settings);
      const own = changed.filter((key) => key !== "channels" && key !== "appearance");
      if (own.length > 0) {
        const { chatbotSettingsSchema } = await untilThere(schemas);
        const settings = chatbotSettingsSchema.parse(Object.fromEntries(own.map((key) => [key, stored[key]])));
        await saveOn(api, chatbotId, settings, given.settings);
      }
      if (changed.includes("appearance")) {
        await api.chatbots.saveAppearance.mutate({ chatbotId, appearance: await changedLooks(given) });
      }
      if (changed.includes("channels")) {
        await api.chatbots.assignChannels.mutate({ chatbotId, channels: stored.channels });
      }
    },
    onSuccess: async () => {
      setRefusal(noRefusal);
      const reads = [trpc.chatbots.settings, trpc.chatbots.appearance];
      await Promise.all([
        ...reads.map((read) => queries.invalidateQueries({ queryKey: read.queryKey({ chatbotId }) })),
        queries.invalidateQueries({ queryKey: trpc.channels.list.queryKey({}) }),
      ]);
      toast.success(t("saved"));
    },
    // Where both have changed the same field, the form says so once it has read what is stored now.
    onError: (error, { draft }) =>
      setRefusal(failureOf(error).code === "precondition_failed" ? noRefusal : refusals.of(error, { ...draft })),
    onSettled: () => cache.refresh([...cache.of("chatbots"), ...cache.of("channels")]),
  });
  return { save: save.mutate, pending: save.isPending, refusal, forget: () => setRefusal(noRefusal) };
}
