"use client";

import { useSyncExternalStore } from "react";
import { inTime } from "#components/frame/reaching/in-time.ts";
import type { OtherCompany } from "#server/notifications/schema.ts";

const path = "/api/auth/elsewhere";
const channelName = "parley:switched";

let known: readonly OtherCompany[] = [];
const listeners = new Set<() => void>();

const none: readonly OtherCompany[] = [];

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The person's other companies of this browser, as last read. */
export const useOtherCompanies = (): readonly OtherCompany[] =>
  useSyncExternalStore(
    subscribe,
    () => known,
    () => none,
  );

/** Reads the person's other companies of this browser, and what waits there; what was known stays while the line is away. */
export async function readCompanies(): Promise<void> {
  const response = await fetch(path, { signal: inTime() });
  if (!response.ok) return;
  const { companies } = (await response.json()) as { companies: OtherCompany[] };
  known = companies;
  for (const listener of listeners) listener();
}

/** Works in another company from now on; false where this browser has no session there any more. */
export async function switchCompany(companyId: string, to = "/inbox"): Promise<boolean> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ companyId }),
    signal: inTime(),
  });
  if (response.status === 404) return false;
  if (!response.ok) throw new Error("not switched");
  // The other tabs still show the company that was left.
  new BroadcastChannel(channelName).postMessage(companyId);
  // A full load: nothing of the former company stays in memory.
  window.location.assign(to);
  return true;
}

/** Another tab of this browser has switched. */
export function onSwitched(run: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", run);
  return () => channel.close();
}
