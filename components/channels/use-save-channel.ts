import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ChannelLook } from "#server/channels/schema.ts";
import { type ChannelDraft, isTagged, linesOf, overridesOf } from "./draft.ts";

/** Saves a channel's form: first the channel, then its chatbot where that has changed. */
export function useSaveChannel({ channel, inherited }: ChannelLook) {
  const t = useTranslations("channels.form");
  const trpc = useTRPC();
  const api = useTRPCClient();
  const client = useQueryClient();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [refusal, setRefusal] = useState(noRefusal);

  const moveBot = async (wanted: string) => {
    const before = channel.chatbot?.id ?? "";
    if (wanted === before) return;
    const bots = await client.fetchQuery(trpc.chatbots.list.queryOptions({}));
    const served = (id: string) => bots.find((bot) => bot.id === id)?.channels.map((one) => one.id) ?? [];
    const [chatbotId, channels] = wanted
      ? [wanted, [...served(wanted), channel.id]]
      : [before, served(before).filter((id) => id !== channel.id)];
    await api.chatbots.assignChannels.mutate({ chatbotId, channels });
  };

  const save = useMutation({
    mutationFn: async (draft: ChannelDraft) => {
      const web = {
        appearance: overridesOf(draft.appearance, inherited),
        allowedOrigins: linesOf(draft.origins),
        identityRequired: draft.identityRequired,
      };
      const person = isTagged(channel.type) ? { settings: { humanAgent: draft.humanAgent } } : {};
      const settings = channel.type === "WEBSITE" ? { settings: web } : person;
      await api.channels.update.mutate({ channelId: channel.id, label: draft.label.trim(), ...settings });
      await moveBot(draft.chatbotId);
    },
    onSuccess: () => {
      setRefusal(noRefusal);
      cache.refresh([...cache.of("channels"), ...cache.of("chatbots")]);
      toast.success(channel.type === "WEBSITE" ? t("saved") : t("savedPlain"));
    },
    onError: (error, draft) => setRefusal(refusals.of(error, { ...draft, ...draft.appearance })),
  });
  return { save: save.mutate, pending: save.isPending, refusal };
}
