"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { NameForm } from "./name-form.tsx";

type CreateChatbotProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function CreateChatbot({ open, onOpenChange }: CreateChatbotProps) {
  const t = useTranslations("chatbots.create");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")} size="sm">
      <CreateForm />
    </Dialog>
  );
}

/* Apart from the dialog, so that it starts afresh each time the dialog opens. */
function CreateForm() {
  const t = useTranslations("chatbots.create");
  const locale = useLocale();
  const trpc = useTRPC();
  const router = useRouter();
  const { cache } = useLive();
  const create = useMutation(
    trpc.chatbots.create.mutationOptions({
      onSuccess: ({ id }) => {
        cache.refresh(cache.of("chatbots"));
        router.push(`/chatbots/${id}/flow`);
      },
    }),
  );
  return (
    <NameForm
      start=""
      hint={t("nameHint")}
      submitLabel={t("submit")}
      pending={create.isPending}
      error={create.error}
      onSubmit={(name) => create.mutate({ name, lang: locale })}
    />
  );
}
