import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Api, useTRPCClient } from "#components/live/api.ts";
import { clashesOf, refusalOf } from "#components/settings/unclashed.ts";
import { mask } from "#server/integrations/choices.ts";
import type { IntegrationView } from "#server/integrations/schema.ts";

type Config = Readonly<Record<string, unknown>>;
type Saving = { onSuccess: (stored: IntegrationView) => void; onError: (error: unknown) => void };

/** Settings as they are compared: of a secret only its mask is known, so each version may hold another. */
function settingsIn({ config, causes, updatedAt }: IntegrationView): Config {
  const shown = Object.entries(config).map(([key, value]) => [key, value === mask ? `${mask} ${updatedAt}` : value]);
  return { ...Object.fromEntries(shown), on: causes };
}

/** Saves changed settings beside what others have saved since; what they have set of the same is refused once. */
export class SetupSaving {
  private known: Config;
  private readonly id: string;

  constructor(opened: IntegrationView) {
    this.id = opened.id;
    this.known = settingsIn(opened);
  }

  save = async ({ integrations }: Api, changes: Config): Promise<IntegrationView> => {
    const now = (await integrations.list.query({})).find(({ id }) => id === this.id);
    const stored = now ? settingsIn(now) : {};
    const clashes = clashesOf(changes, this.known, stored);
    if (clashes.length > 0) {
      this.known = { ...this.known, ...Object.fromEntries(clashes.map((key) => [key, stored[key]])) };
      throw refusalOf(clashes, stored);
    }
    // It replaces the whole: what others have saved since goes along.
    const config = { ...now?.config, on: now?.causes, ...changes };
    const match = now ? { ifMatch: now.updatedAt } : {};
    const saved = await integrations.update.mutate({ integrationId: this.id, config, ...match });
    this.known = settingsIn(saved);
    return saved;
  };
}

export function useSaveSetup(opened: IntegrationView, saving: Saving) {
  const api = useTRPCClient();
  const [setup] = useState(() => new SetupSaving(opened));
  return useMutation({ mutationFn: (changes: Config) => setup.save(api, changes), ...saving });
}
