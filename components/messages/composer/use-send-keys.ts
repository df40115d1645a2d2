"use client";

import { useCallback } from "react";
import { useProfile } from "#components/frame/profile.tsx";
import { useTRPCClient } from "#components/live/api.ts";
import { useStoredState } from "#components/ui/stored-state.ts";
import { type SendKeys, sendKeys } from "./send-keys.ts";

/** Which keys send a message: stored in this browser at once, and on the server for other browsers. */
export function useSendKeys(): [SendKeys, (keys: SendKeys) => void] {
  const client = useTRPCClient();
  const usual = useProfile().preferences.enterSends === false ? "mod+enter" : "enter";
  const parse = (text: string) => sendKeys.find((known) => known === text);
  const [keys, setKeys] = useStoredState<SendKeys>("parley:send-with", usual, parse);
  const choose = useCallback(
    (next: SendKeys) => {
      setKeys(next);
      // The choice holds here whether or not it travels.
      client.users.updateProfile.mutate({ preferences: { enterSends: next === "enter" } }).catch(() => undefined);
    },
    [setKeys, client],
  );
  return [keys, choose];
}
