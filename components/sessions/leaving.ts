"use client";

import { forgetTexts } from "#components/live/storage.ts";

const onTheWayMs = 3000;
let onTheWay = false;

/**
 * The session is over: by a full load nothing of it stays in memory. What its person was writing waits in this browser
 * until they sign in again or out. Asked for twice, it still loads once.
 */
export function showSignIn(): void {
  load("/sign-in");
}

let destination = "/inbox";

/** Where to go once the browser shows what another person sees. The socket may learn of it before the call answers. */
export function headFor(path: string): void {
  destination = path;
}

/** The browser shows what another person sees from now on: everything anew. */
export function loadAnew(): void {
  load(destination);
}

function load(path: string): void {
  if (onTheWay) return;
  onTheWay = true;
  // The reader may decide to stay, or come back to this very page.
  setTimeout(() => {
    onTheWay = false;
  }, onTheWayMs);
  window.location.assign(path);
}

/** Somebody wanted to leave while the server could not be reached. */
const leavingKey = "parley-leaving";

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
 * weighs more than the frame and every page would carry it.
 */
export async function leave(): Promise<void> {
  forgetTexts();
  try {
    await endSession();
    remember(false);
  } catch {
    remember(true);
  }
  showSignIn();
}

function leaves(): boolean {
  try {
    return localStorage.getItem(leavingKey) === "yes";
  } catch {
    // A forbidden storage remembers nothing.
    return false;
  }
}

/** Ends a session that was to end while the server could not be reached. */
export function finishLeaving(): void {
  if (leaves()) void leave();
}

/** Nobody is signed in here: what was kept after they had left goes. */
export function clearAfterLeaving(): void {
  if (!leaves()) return;
  forgetTexts();
  remember(false);
}
