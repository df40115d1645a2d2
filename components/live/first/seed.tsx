"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useLive } from "../live-provider.tsx";
import { tellEarlyInput } from "./early-input.ts";
import { readAnswers, writeAnswers } from "./first-answer.ts";

/** On the way from page to page nothing is drawn before it lives. */
const noAnswers = writeAnswers([]);

/**
 * Puts the answers that came with the page where its queries look for them, before anything inside is drawn. It stands
 * outside of any Suspense, so that it is drawn together with the frame, before the first event arrives.
 */
export function Seed({ answers, children }: { answers: string; children: ReactNode }) {
  const { cache } = useLive();
  useState(() => cache.seed(readAnswers(answers)));
  const [withDocument] = useState(answers !== noAnswers);
  useEffect(() => {
    if (withDocument) tellEarlyInput();
  }, [withDocument]);
  return children;
}
