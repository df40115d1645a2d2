import { useMutation } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { unturned } from "#i18n/isolating.ts";
import type { AppRouter } from "#server/trpc/router.ts";

export type ListedChatbot = inferRouterOutputs<AppRouter>["chatbots"]["list"][number];

/** A copy with the same flow and settings; it serves no channel until it is given one. */
export function useDuplicateChatbot(): (chatbot: ListedChatbot) => void {
  const t = useTranslations("chatbots");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const { cache } = useLive();
  const { mutate } = useMutation(
    trpc.chatbots.create.mutationOptions({
      onSuccess: ({ name }) => {
        cache.refresh(cache.of("chatbots"));
        toast.success(t("list.duplicated", { name }));
      },
      onError: (error) => toast.error(refusals.sentence(error)),
    }),
  );
  return ({ id, name }) => mutate({ name: unturned(t("copyOf", { name })).slice(0, 255), copyOf: id });
}
