"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { NameForm } from "./name-form.tsx";
import type { ListedChatbot } from "./use-duplicate-chatbot.ts";

type RenameChatbotProps = { chatbot: ListedChatbot; open: boolean; onOpenChange: (open: boolean) => void };

export function RenameChatbot({ chatbot, open, onOpenChange }: RenameChatbotProps) {
  const t = useTranslations("chatbots.rename");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} size="sm">
      <RenameForm chatbot={chatbot} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/* Apart from the dialog, so that it starts afresh each time the dialog opens. */
function RenameForm({ chatbot, onDone }: { chatbot: ListedChatbot; onDone: () => void }) {
  const t = useTranslations("chatbots.rename");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const rename = useMutation(
    trpc.chatbots.update.mutationOptions({
      onSuccess: (_, { name = "" }) => {
        cache.refresh([...cache.of("chatbots"), ...cache.of("channels")]);
        toast.success(t("done", { name }));
        onDone();
      },
    }),
  );
  return (
    <NameForm
      start={chatbot.name}
      submitLabel={t("submit")}
      pending={rename.isPending}
      error={rename.error}
      onSubmit={(name) => rename.mutate({ chatbotId: chatbot.id, name })}
    />
  );
}
