import { headers } from "next/headers";
import type { ReactNode } from "react";
import { requireViewer } from "#components/frame/viewer.ts";
import { type FirstAnswer, firstAnswers, writeAnswers } from "#components/live/first/first-answer.ts";
import { Seed } from "#components/live/first/seed.tsx";
import type { QueryKey } from "#components/live/trpc/keys.ts";
import { mounted } from "#server/http/mount.ts";

/**
 * Sends the answers that a page shows first together with it, as the screens' door would give them to this viewer. Only
 * with a document: on the way from page to page what the browser holds may be newer, and it asks for the rest itself.
 */
export async function First({ of, children }: { of: readonly QueryKey[]; children: ReactNode }) {
  return <Seed answers={writeAnswers(await answersOf(of))}>{children}</Seed>;
}

/** Read after `seq` of the viewer, from which the live connection begins: nothing falls between. */
export async function answersOf(keys: readonly QueryKey[]): Promise<FirstAnswer[]> {
  const { profile } = await requireViewer();
  const given = await headers();
  const ask = mounted()?.ask;
  if (!ask || given.get("x-parley-document") === null) return [];
  const cookies = given.get("cookie") ?? "";
  return firstAnswers(keys, async (question) => (await ask(cookies, profile.user.id, [question]))[0]);
}
