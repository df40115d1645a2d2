import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ChannelLook } from "#server/channels/schema.ts";
import { type ChannelDraft, linesOf, overridesOf } from "./draft.ts";

/** Saves what was changed in a channel's form: first the channel, then its chatbot. */
export function useSaveChannel({ channel, inherited }: ChannelLook, onSaved: (sent: Partial<ChannelDraft>) => void) {
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
    mutationFn: async ({
      label,
      chatbotId,
      appearance,
      origins,
      identityRequired,
      humanAgent,
    }: Partial<ChannelDraft>) => {
      const settings = {
        ...(appearance ? { appearance: overridesOf(appearance, inherited) } : {}),
        ...(origins === undefined ? {} : { allowedOrigins: linesOf(origins) }),
        ...(identityRequired === undefined ? {} : { identityRequired }),
        ...(humanAgent === undefined ? {} : { humanAgent }),
      };
      await api.channels.update.mutate({
        channelId: channel.id,
        ...(label === undefined ? {} : { label: label.trim() }),
        ...(Object.keys(settings).length > 0 ? { settings } : {}),
      });
      if (chatbotId !== undefined) await moveBot(chatbotId);
    },
    onSuccess: async (_, sent) => {
      setRefusal(noRefusal);
      await client.invalidateQueries({ queryKey: trpc.channels.look.queryKey({ channelId: channel.id }) });
      onSaved(sent);
      cache.refresh([...cache.of("channels"), ...cache.of("chatbots")]);
      toast.success(channel.type === "WEBSITE" ? t("saved") : t("savedPlain"));
    },
    onError: (error, draft) => setRefusal(refusals.of(error, { ...draft, ...draft.appearance })),
  });
  return { save: save.mutate, pending: save.isPending, refusal, forget: () => setRefusal(noRefusal) };
}
