"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ListedChatbot } from "./use-duplicate-chatbot.ts";

type DeleteChatbotProps = { chatbot: ListedChatbot; open: boolean; onOpenChange: (open: boolean) => void };

/** The name must be typed: a flow that is gone cannot be brought back. */
export function DeleteChatbot({ chatbot, open, onOpenChange }: DeleteChatbotProps) {
  const t = useTranslations("chatbots.remove");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const { cache } = useLive();
  const detach = useMutation(trpc.chatbots.assignChannels.mutationOptions());
  const remove = useMutation(trpc.chatbots.delete.mutationOptions());
  const confirm = async () => {
    // A chatbot that serves channels is not deleted; the words above have said that these are left without one.
    if (chatbot.channels.length > 0) await detach.mutateAsync({ chatbotId: chatbot.id, channels: [] });
    await remove.mutateAsync({ chatbotId: chatbot.id });
    toast.success(t("done", { name: chatbot.name }));
    cache.refresh([...cache.of("chatbots"), ...cache.of("channels")]);
  };
  return (
    <ConfirmDialog
      danger
      open={open}
      onOpenChange={onOpenChange}
      title={t("title", { name: chatbot.name })}
      description={t("text", { count: chatbot.channels.length })}
      confirmText={chatbot.name}
      confirmLabel={t("confirm")}
      onConfirm={confirm}
      errorText={refusals.sentence}
    />
  );
}
