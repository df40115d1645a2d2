"use client";

import { useEffect } from "react";
import { usePreview } from "#components/frame/profile.tsx";
import { useTRPCClient } from "#components/live/api.ts";

let renewed = false;

/**
 * A browser that shows notifications goes on doing so after a new sign-in: nothing is pushed to a session that is over.
 * Once for each page that is loaded, since every sign-in loads one, and often in the same tab.
 */
export function usePushRenewal(): void {
  const client = useTRPCClient();
  const preview = usePreview();
  useEffect(() => {
    if (preview || renewed) return;
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    renewed = true;
    import("./push-client.ts")
      .then(({ subscribed }) => subscribed())
      .then((registered) => registered && client.notifications.registerDevice.mutate(registered))
      // The next page tries again.
      .catch(() => undefined);
  }, [client, preview]);
}
