"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { z } from "zod";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { phoneMessageInput } from "#server/channels/simulator/phone-schema.ts";

/** The platform emits no events, so the phone polls. */
const lookMs = 1500;

type Sent = Omit<z.input<typeof phoneMessageInput>, "channelId" | "peer" | "name">;
export type PhoneCustomer = { peer: string; name: string };

/** One simulated phone: what stands on it and what its owner can do. */
export function usePhone(channelId: string, customer: PhoneCustomer) {
  const t = useTranslations("simulator");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const { peer, name } = customer;
  const thread = useQuery({ ...trpc.simulator.thread.queryOptions({ channelId, peer }), refetchInterval: lookMs });
  const options = {
    onSettled: () => cache.refresh([...cache.of("simulator.thread"), ...cache.of("simulator.threads")]),
    onError: (error: unknown) => toast.error(t("failed"), { description: failureOf(error).message || t("failedHint") }),
  };
  const send = useMutation(trpc.simulator.send.mutationOptions(options));
  const read = useMutation(trpc.simulator.read.mutationOptions(options));
  const elapse = useMutation(trpc.simulator.elapse.mutationOptions(options));
  const clear = useMutation(trpc.simulator.clear.mutationOptions(options));
  return {
    thread,
    sending: send.isPending,
    send: (message: Sent) => send.mutate({ channelId, peer, name, ...message }),
    read: () => read.mutate({ channelId, peer }),
    elapse: () =>
      elapse.mutate({ channelId, peer }, { onSuccess: () => toast.success(t("elapsed", { name: name || peer })) }),
    clear: () => clear.mutateAsync({ channelId, peer }),
  };
}

export type Phone = ReturnType<typeof usePhone>;
