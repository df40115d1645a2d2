"use client";

import { inTime } from "#components/frame/reaching/in-time.ts";
import { laterModule } from "#components/ui/late/later.tsx";
import type { Assertion, AssertionOptions, Registration } from "#server/sessions/passkeys/schema.ts";

/* The browser's part of WebAuthn, fetched with the first deed. */
const library = laterModule(() => import("@simplewebauthn/browser"));

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof window !== "undefined" && "PublicKeyCredential" in window;

/** Whether the field of the address can offer them. */
export async function offersPasskeys(): Promise<boolean> {
  if (!knowsPasskeys()) return false;
  return (await library.fetch()).browserSupportsWebAuthnAutofill();
}

/** The person closed the browser's dialog, or another request took its place: no fault. */
export function isGivenUp(error: unknown): boolean {
  return error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");
}

/** The device already has a passkey for this account. */
export function isThereAlready(error: unknown): boolean {
  return error instanceof Error && error.name === "InvalidStateError";
}

type RegistrationOptions = Parameters<Awaited<ReturnType<typeof library.fetch>>["startRegistration"]>[0]["optionsJSON"];

export async function makePasskey(optionsJSON: RegistrationOptions): Promise<Registration> {
  const { id, rawId, response } = await (await library.fetch()).startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: "public-key", response: { clientDataJSON, attestationObject, transports } };
}

export async function signWithPasskey(optionsJSON: AssertionOptions, useBrowserAutofill = false): Promise<Assertion> {
  const { startAuthentication } = await library.fetch();
  const { id, rawId, response } = await startAuthentication({ optionsJSON, useBrowserAutofill });
  return { id, rawId, type: "public-key", response };
}

/** A challenge lasts five minutes: another is asked for before. */
export const renewMs = 4 * 60_000;
let held: { options: Promise<AssertionOptions | undefined>; until: number } | undefined;

/** What to sign before anybody is signed in, the same for all who ask until it is used; undefined where there are no passkeys. */
export function openChallenge(): Promise<AssertionOptions | undefined> {
  if (held && held.until > Date.now()) return held.options;
  const options = askChallenge();
  held = { options, until: Date.now() + renewMs };
  options.catch(spendChallenge);
  return options;
}

export function spendChallenge(): void {
  held = undefined;
}

async function askChallenge(): Promise<AssertionOptions | undefined> {
  const response = await fetch("/api/auth/passkey-challenge", { method: "POST", signal: inTime(15_000) });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error("no challenge");
  return (await response.json()) as AssertionOptions;
}
