"use client";

import { type ReactNode, useState } from "react";
import { useLive } from "../live-provider.tsx";
import { readAnswers } from "./first-answer.ts";

/**
 * Puts the answers that came with the page where its queries look for them, before anything inside is drawn. It stands
 * outside of any Suspense, so that it is drawn together with the frame, before the first event arrives.
 */
export function Seed({ answers, children }: { answers: string; children: ReactNode }) {
  const { cache } = useLive();
  useState(() => cache.seed(readAnswers(answers)));
  return children;
}
