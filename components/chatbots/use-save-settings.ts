import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { appearancePatch, type ChatbotSettings, chatbotSettingsSchema } from "#server/chatbots/schema.ts";
import { changedKeys, type SettingsDraft, storedOf } from "./settings-draft.ts";

type Save = { draft: SettingsDraft; saved: SettingsDraft; settings: ChatbotSettings };

/** The looks that differ: others may have changed the rest meanwhile. */
function changedLooks({ draft, saved }: Save) {
  const keys = appearancePatch.keyof().options.filter((key) => draft.appearance[key] !== saved.appearance[key]);
  return appearancePatch.parse(Object.fromEntries(keys.map((key) => [key, draft.appearance[key]])));
}

/** Saves only what was changed: what others save elsewhere in the settings meanwhile stays. */
export function useSaveSettings(chatbotId: string, onSaved: (draft: SettingsDraft) => void) {
  const t = useTranslations("chatbot-settings.bar");
  const api = useTRPCClient();
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
        const settings = chatbotSettingsSchema.parse(Object.fromEntries(own.map((key) => [key, stored[key]])));
        await api.chatbots.saveSettings.mutate({ chatbotId, settings });
      }
      if (changed.includes("appearance")) {
        await api.chatbots.saveAppearance.mutate({ chatbotId, appearance: changedLooks(given) });
      }
      if (changed.includes("channels")) {
        await api.chatbots.assignChannels.mutate({ chatbotId, channels: stored.channels });
      }
    },
    onSuccess: (_, { draft }) => {
      setRefusal(noRefusal);
      onSaved(draft);
      toast.success(t("saved"));
    },
    onError: (error, { draft }) => setRefusal(refusals.of(error, { ...draft })),
    onSettled: () => cache.refresh([...cache.of("chatbots"), ...cache.of("channels")]),
  });
  return { save: save.mutate, pending: save.isPending, refusal };
}
