"use client";

import { useSyncExternalStore } from "react";
import { useLive } from "./live-provider.tsx";

const nobody: ReadonlySet<string> = new Set();
const never = () => () => undefined;

/** Ids of the colleagues who are online now. */
export function usePresence(): ReadonlySet<string> {
  const people = useLive().connection?.people;
  return useSyncExternalStore(people?.subscribe ?? never, people?.snapshot ?? (() => nobody), () => nobody);
}
