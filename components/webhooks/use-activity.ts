import { useTranslations } from "next-intl";
import { useRefusals } from "#components/companies/refusals.ts";
import { useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Webhook } from "#server/webhooks/schema.ts";

/** Pauses and resumes; either can be taken back from its toast. */
export function useActivity(): (webhook: Webhook, isActive: boolean) => Promise<void> {
  const t = useTranslations("webhooks.actions");
  const client = useTRPCClient().webhooks;
  const { cache } = useLive();
  const toast = useToast();
  const refusals = useRefusals();
  const set = async (webhook: Webhook, isActive: boolean) => {
    try {
      await client.update.mutate({ webhookId: webhook.id, isActive });
      cache.refresh([...cache.of("webhooks.list"), ...cache.of("webhooks.get")]);
      const undo = () => void set(webhook, !isActive);
      toast.success(t(isActive ? "resumed" : "paused"), { undo, id: `activity ${webhook.id}` });
    } catch (error) {
      toast.error(refusals.sentence(error));
    }
  };
  return set;
}
