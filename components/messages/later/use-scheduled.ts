"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useRef } from "react";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { usePressId } from "#components/live/press-id.ts";
import { serverNow } from "#components/time/server-clock.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { CancelReason } from "#server/scheduled/choices.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";
import type { Reply } from "../composer/use-composer-handle.ts";
import { type LaterDraft, scheduleReply } from "./schedule-reply.ts";

const none: readonly ScheduledMessage[] = [];

/** What waits in a conversation, for everybody who looks at it; live. */
export function useScheduled(conversationId: string): readonly ScheduledMessage[] {
  const trpc = useTRPC();
  const asked = trpc.scheduled.list.queryOptions({ conversationId });
  return useQuery({ ...asked, staleTime: Number.POSITIVE_INFINITY }).data ?? none;
}

export type LaterChange = {
  sendAt: Date;
  cancelIf: CancelReason[];
  text?: string | undefined;
  /** Of one that waits already: what was not touched. */
  keeps?: { time: boolean; reasons: boolean };
};

/** What can be done with messages that wait; each answers whether it was done, and says why not. */
export function useLater(conversationId: string) {
  const t = useTranslations("messages.later");
  const { scheduled: api } = useTRPCClient();
  const { cache } = useLive();
  const toast = useToast();
  const press = useRef(usePressId());
  return useMemo(() => {
    const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        toast.error(failureOf(error).message || t("failed"));
        return false;
      } finally {
        cache.refresh(cache.of("scheduled.list"));
      }
    };
    const of = ({ id: scheduledId }: ScheduledMessage) => ({ conversationId, scheduledId });
    return {
      schedule: (reply: Reply, { sendAt, cancelIf }: LaterChange) =>
        attempt(async () => {
          const id = press.current.of([conversationId, reply, sendAt, cancelIf]);
          const create = ({ later, ...draft }: LaterDraft) => {
            const at = new Date(sendAt.getTime() + later).toISOString();
            return api.create.mutate({ conversationId, sendAt: at, cancelIf, ...draft });
          };
          await scheduleReply(reply, id, create, (made) => api.remove.mutate(of(made)));
          press.current.sent();
        }),
      change: (waiting: ScheduledMessage, { sendAt, cancelIf, text, keeps }: LaterChange) =>
        attempt(() => {
          const { message } = waiting;
          const file = message?.message ? { message: { ...message.message, caption: text } } : { body: text };
          const words = message && text !== undefined ? { message: { ...message, ...file } } : {};
          const when = keeps?.time ? {} : { sendAt: sendAt.toISOString() };
          return api.update.mutate({ ...of(waiting), ...words, ...when, ...(keeps?.reasons ? {} : { cancelIf }) });
        }),
      sendNow: (waiting: ScheduledMessage) => attempt(() => api.send.mutate(of(waiting))),
      cancel: (waiting: ScheduledMessage) =>
        attempt(async () => {
          const { message, template, cancelIf, sendAt } = await api.remove.mutate(of(waiting));
          const again = { conversationId, sendAt, cancelIf: cancelIf as CancelReason[] };
          const words = template ? { template } : { message: message ?? "" };
          const late = Date.parse(sendAt) <= serverNow();
          const undo = () => void attempt(() => api.create.mutate({ ...again, ...words }));
          toast.success(t("canceled"), late ? {} : { undo });
        }),
      /** Answers what it was; undefined where it has left meanwhile. */
      takeBack: async (waiting: ScheduledMessage): Promise<ScheduledMessage | undefined> => {
        let taken: ScheduledMessage | undefined;
        try {
          taken = await api.remove.mutate(of(waiting));
        } catch (error) {
          const { code, message } = failureOf(error);
          toast.error(code === "not_found" ? t("gone") : message || t("failed"));
        }
        cache.refresh(cache.of("scheduled.list"));
        return taken;
      },
    };
  }, [api, cache, conversationId, t, toast]);
}
