"use client";

import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { listedRow } from "#components/conversations/data/conversation-cache.ts";
import { actReversibly, readBack, type TakeBack } from "#components/conversations/data/taking-back.ts";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { useOvertakenToasts } from "#components/conversations/head/overtaken.ts";
import { useVisitorName } from "#components/conversations/visitor-name.ts";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { laterModule, untilThere } from "#components/ui/late/later.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Phase } from "#server/phases/schema.ts";

const moving = laterModule(() => import("./moves-underway.ts"));

/** Takes a move back, to where the card had been since then. */
type Back = { takeBack: TakeBack; since: string };

/** Moves a card to a phase: shown at once, undone on request, taken back with words when the server refuses. */
export function useMoveCard(
  phases: readonly Phase[],
  /** Called before each move by this person, undoing included. */
  onMove: () => void,
): (row: InboxRow, phaseId: string) => void {
  const t = useTranslations("pipeline");
  const toast = useToast();
  const client = useTRPCClient();
  const { cache } = useLive();
  const visitorName = useVisitorName();
  const watch = useOvertakenToasts();

  return useCallback(
    (given, to) => {
      const move = async (row: InboxRow, phaseId: string, back?: Back) => {
        const words = { name: visitorName(row), phase: phases.find(({ id }) => id === phaseId)?.name ?? "" };
        const toastId = `move ${row.id}`;
        const ask = async (before: InboxRow) => {
          if (back) {
            await back.takeBack();
            // The card itself shows it.
            toast.dismiss(toastId);
          } else {
            const takeBack = await actReversibly(client, row.id, { name: "phase", input: { phaseId } });
            const since = before.phaseChangedAt;
            const undo = () => void move({ ...before, phaseId }, before.phaseId, { takeBack, since });
            // Moved on meanwhile by the same hands: what they did last is what can be taken back.
            if ((listedRow(cache, row.id)?.phaseId ?? phaseId) === phaseId) {
              toast.success(t("moved", words), { id: toastId, undo });
              watch(toastId, row.id, (now) => now.phaseId === phaseId);
            }
          }
          return readBack(client, row.id);
        };
        try {
          const { moveCard } = moving.now() ?? (await untilThere(moving));
          // What no column shows may lie further down, or be gone.
          const before = listedRow(cache, row.id) ?? {
            ...row,
            ...(await client.conversations.read.query({ conversationId: row.id })),
          };
          if (before.phaseId === phaseId) return;
          onMove();
          announce(t("announce.moved", words));
          await moveCard(cache, before, { phaseId, phaseChangedAt: back?.since ?? new Date().toISOString() }, () =>
            ask(before),
          );
        } catch (error) {
          if (listedRow(cache, row.id)) announce(t("announce.returned", { name: words.name }));
          toast.error(t("moveFailed", words), { description: failureOf(error).message || t("moveFailedHint") });
        }
      };
      void move(given, to);
    },
    [cache, client, onMove, phases, t, toast, visitorName, watch],
  );
}
