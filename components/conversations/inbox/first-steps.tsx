"use client";

import { useQuery } from "@tanstack/react-query";
import { useMay } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { firstSteps } from "#server/companies/choices.ts";
import type { FirstSteps as Steps } from "#server/companies/schema.ts";

export type FirstStepsPanelProps = { data: Steps };

const FirstStepsPanel = later<typeof import("./first-steps-panel.tsx"), FirstStepsPanelProps>(
  laterModule(() => import("./first-steps-panel.tsx")),
  (module) => module.FirstStepsPanel,
);

/** What a new company does first, ticked as it happens. Nothing once all is done, or it was put away. */
export function FirstSteps() {
  const trpc = useTRPC();
  const enabled = useMay("websites_write");
  const { data } = useQuery(trpc.companies.firstSteps.queryOptions({}, { enabled }));
  if (!data || data.hidden || firstSteps.every((step) => data.done[step])) return null;
  return <FirstStepsPanel data={data} />;
}
