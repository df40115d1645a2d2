"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { untilLoaded } from "#components/ui/late/insist.ts";
import { answerStepUp, isStepUpAsked, subscribeToStepUp } from "./step-up.ts";

/* In a piece of its own: few pages ever ask. */
const StepUpDialog = dynamic(
  () => untilLoaded(() => import("./step-up-dialog.tsx")).then((module) => module.StepUpDialog),
  { loading: () => null },
);

/** The page's only place to ask for the password, whatever the action. */
export function StepUpHost() {
  const asked = useSyncExternalStore(subscribeToStepUp, isStepUpAsked, () => false);
  return asked ? <StepUpDialog open onAnswer={answerStepUp} /> : null;
}
