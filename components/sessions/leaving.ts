"use client";

import { signInAddress } from "./own-target.ts";

const onTheWayMs = 3000;
let onTheWay = false;

/**
 * The session is over: by a full load nothing of it stays in memory. What its person was writing waits in this browser
 * until they sign in again or out. Asked for twice, it still loads once.
 */
export function showSignIn(): void {
  load("/sign-in");
}

let byWill = false;

/** The person signs out: whoever signs in next did not ask for this page. */
export function beginLeaving(): void {
  byWill = true;
}

/** The page to sign in on, which comes back to this one unless the person leaves it by will. */
export function signInHere(): string {
  const { pathname, search, hash } = window.location;
  return byWill ? "/sign-in" : signInAddress(`${pathname}${search}${hash}`);
}

let hasAsked = false;

/** The server says that the session is over. Who stays for what they have not saved is not asked again: a bar says it. */
export function askToSignIn(): void {
  if (hasAsked) return;
  hasAsked = true;
  load(signInHere());
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
export const leavingKey = "parley-leaving";

export function isLeaving(): boolean {
  try {
    return localStorage.getItem(leavingKey) === "yes";
  } catch {
    // A forbidden storage remembers nothing.
    return false;
  }
}

/** Ends a session that was to end while the server could not be reached. */
export function finishLeaving(): void {
  if (isLeaving()) void import("./signing-out.ts").then(({ leave }) => leave());
}
