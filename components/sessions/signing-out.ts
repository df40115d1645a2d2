"use client";

import { forgetTexts, keepsTexts } from "#components/live/storage.ts";
import { beginLeaving, isLeaving, leavingKey, showSignIn } from "./leaving.ts";

function remember(leaving: boolean): void {
  try {
    if (leaving) localStorage.setItem(leavingKey, "yes");
    else localStorage.removeItem(leavingKey);
  } catch {
    // A forbidden storage: the session then ends by its own time.
  }
}

async function endSession(): Promise<void> {
  const { csrfToken } = (await answerOf(fetch("/api/auth/csrf"))) as { csrfToken: string };
  const body = new URLSearchParams({ csrfToken, callbackUrl: window.location.href, json: "true" });
  await answerOf(fetch("/api/auth/signout", { method: "POST", body }));
}

async function answerOf(call: Promise<Response>): Promise<unknown> {
  const response = await call;
  if (!response.ok) throw new Error(`answered ${response.status}`);
  return response.json();
}

/**
 * Ends the session. The socket may learn of it before this call answers. Called here, because next-auth's browser part
 * weighs more than the frame and every page would carry it. With `ask`, it only asks where this browser keeps texts.
 */
export async function leave(ask?: () => void): Promise<void> {
  if (ask && keepsTexts()) return ask();
  // The person has been asked already: forms on the page ask no more.
  window.addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);
  beginLeaving();
  forgetTexts();
  try {
    await endSession();
    remember(false);
  } catch {
    remember(true);
  }
  showSignIn();
}

/** Nobody is signed in here: what was kept after they had left goes. */
export function clearAfterLeaving(): void {
  if (!isLeaving()) return;
  forgetTexts();
  remember(false);
}
