"use client";

import { useEffect } from "react";
import { usePreview } from "#components/frame/profile.tsx";
import { useTRPCClient } from "#components/live/api.ts";

const renewedKey = "parley:push-renewed";

/** A browser that shows notifications goes on doing so after a new sign-in: once in each tab's life. */
export function usePushRenewal(): void {
  const client = useTRPCClient();
  const preview = usePreview();
  useEffect(() => {
    if (preview) return;
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    try {
      if (sessionStorage.getItem(renewedKey)) return;
      sessionStorage.setItem(renewedKey, "yes");
    } catch {
      // What forbids storage forbids to keep a registration.
      return;
    }
    import("./push-client.ts")
      .then(({ subscribed }) => subscribed())
      .then((registered) => registered && client.notifications.registerDevice.mutate(registered))
      // The next tab tries again.
      .catch(() => sessionStorage.removeItem(renewedKey));
  }, [client, preview]);
}
