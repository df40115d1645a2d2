import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { useOutcome } from "./delivery-words.ts";

/** Sends one attempt's body again, now and once, and opens what came of it. */
export function useRedeliver(webhookId: string, onOpen: (logId: string) => void) {
  const t = useTranslations("webhooks.detail");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const outcome = useOutcome();
  const mutation = useMutation(
    trpc.webhooks.redeliver.mutationOptions({
      onSuccess: (log) => {
        cache.refresh([...cache.of("webhooks.logs"), ...cache.of("webhooks.get")]);
        onOpen(log.id);
        if (log.success) toast.success(t("redelivered", { outcome: outcome(log) }));
        else toast.error(t("redeliveredFailed", { outcome: outcome(log) }), { description: log.errorMessage ?? "" });
      },
      onError: (error) => toast.error(refusals.sentence(error)),
    }),
  );
  const run = (logId: string) => {
    if (!mutation.isPending) mutation.mutate({ webhookId, logId });
  };
  return { run, pending: mutation.isPending };
}
