"use client";

/** Whether this browser can show notifications while no page is open, as far as one can tell before asking. */
export type PushAbility = "able" | "denied" | "unable";

export function pushAbility(): PushAbility {
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!able || !window.isSecureContext) return "unable";
  return Notification.permission === "denied" ? "denied" : "able";
}

export type Registered = { endpoint: string; keys: { p256dh: string; auth: string }; userAgent: string };

function registeredOf(subscription: PushSubscription): Registered | undefined {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) return undefined;
  return { endpoint, keys: { p256dh, auth }, userAgent: navigator.userAgent.slice(0, 500) };
}

function base64url(bytes: ArrayBuffer | null): string {
  if (!bytes) return "";
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Asks the person, then the browser's push service; undefined where one of them says no. */
export async function subscribe(publicKey: string): Promise<Registered | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  await navigator.serviceWorker.register("/sw.js");
  const registration = await navigator.serviceWorker.ready;
  const known = await registration.pushManager.getSubscription();
  const fits = known && base64url(known.options.applicationServerKey) === publicKey;
  // Of an installation that had other keys.
  if (known && !fits) await known.unsubscribe();
  const wanted = { userVisibleOnly: true, applicationServerKey: publicKey };
  return registeredOf(fits ? known : await registration.pushManager.subscribe(wanted));
}

/** What this browser has subscribed to earlier. */
export async function subscribed(): Promise<Registered | undefined> {
  if (pushAbility() !== "able" || Notification.permission !== "granted") return undefined;
  const registration = await navigator.serviceWorker.getRegistration("/");
  const known = await registration?.pushManager.getSubscription();
  return known ? registeredOf(known) : undefined;
}

/** From now on this browser shows nothing more. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
