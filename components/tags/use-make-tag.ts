"use client";

import { useCallback } from "react";
import { swatches } from "#components/colors/swatches.ts";
import { useRefusals } from "#components/companies/refusals.ts";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useToast } from "#components/ui/toast.tsx";

/** Spread over the swatches by name, so that tags made in passing can be told apart. */
function colorOf(name: string): string {
  const sum = [...name].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0);
  return (swatches[sum % swatches.length] ?? swatches[0]).value;
}

/** A tag made while working becomes one that the team offers itself, in Settings too. */
export function useMakeTag(): (name: string) => Promise<void> {
  const client = useTRPCClient();
  const toast = useToast();
  const refusals = useRefusals();
  return useCallback(
    async (name) => {
      try {
        await client.tags.create.mutate({ name, color: colorOf(name) });
      } catch (error) {
        // Someone created the same one meanwhile.
        if (failureOf(error).code !== "already_exists") toast.error(refusals.sentence(error));
      }
    },
    [client, toast, refusals],
  );
}
