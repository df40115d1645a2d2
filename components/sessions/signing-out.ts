"use client";

import { forgetTexts, keepsTexts } from "#components/live/storage.ts";
import { beginLeaving, isLeaving, leavingKey, showSignIn } from "./leaving.ts";
import { postAuth } from "./sign-in.ts";

function remember(leaving: boolean): void {
  try {
    if (leaving) localStorage.setItem(leavingKey, "yes");
    else localStorage.removeItem(leavingKey);
  } catch {
    // A forbidden storage: the session then ends by its own time.
  }
}

/** Whoever leaves does not wait longer: the session ends with the next page that reaches the server. */
const patienceMs = 15_000;

async function endSession(): Promise<void> {
  await postAuth("signout", { callbackUrl: window.location.href }, patienceMs);
}

/**
 * Ends the session. The socket may learn of it before this call answers. With `ask`, it only asks where this browser
 * keeps texts.
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
