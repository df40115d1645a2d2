"use client";

import { announce } from "@atlaskit/pragmatic-drag-and-drop-live-region";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { actReversibly, type TakeBack } from "#components/conversations/data/taking-back.ts";
import type { InboxRow } from "#components/conversations/data/use-conversation-list.ts";
import { useOvertakenToasts } from "#components/conversations/head/overtaken.ts";
import { useVisitorName } from "#components/conversations/visitor-name.ts";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Phase } from "#server/phases/schema.ts";
import { cardOf, placeCard, shiftTotals } from "./placing-cards.ts";

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
      const move = async (row: InboxRow, phaseId: string, takeBack?: TakeBack) => {
        const before = cardOf(cache, row.id) ?? row;
        if (before.phaseId === phaseId) return;
        onMove();
        const words = { name: visitorName(row), phase: phases.find(({ id }) => id === phaseId)?.name ?? "" };
        placeCard(cache, { ...before, phaseId, phaseChangedAt: new Date().toISOString() });
        shiftTotals(cache, before, before.phaseId, phaseId);
        announce(t("announce.moved", words));
        try {
          const id = `move ${row.id}`;
          if (takeBack) {
            await takeBack();
            // The card itself shows it.
            return toast.dismiss(id);
          }
          const takesBack = await actReversibly(client, row.id, { name: "phase", input: { phaseId } });
          const undo = () => void move({ ...before, phaseId }, before.phaseId, takesBack);
          toast.success(t("moved", words), { id, undo });
          watch(id, row.id, (now) => now.phaseId === phaseId);
        } catch (error) {
          const now = cardOf(cache, row.id);
          if (!now || now.phaseId === phaseId) {
            placeCard(cache, { ...(now ?? before), phaseId: before.phaseId, phaseChangedAt: before.phaseChangedAt });
            shiftTotals(cache, before, phaseId, before.phaseId);
          }
          announce(t("announce.returned", { name: words.name }));
          toast.error(t("moveFailed", words), { description: failureOf(error).message || t("moveFailedHint") });
        }
      };
      void move(given, to);
    },
    [cache, client, onMove, phases, t, toast, visitorName, watch],
  );
}
