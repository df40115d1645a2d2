"use client";

import { useTranslations } from "next-intl";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "#components/ui/tabs/tabs.tsx";
import type { Published } from "./draft/use-flow-draft.ts";
import { panes, useEditing } from "./editor-context.tsx";
import { FaultsPanel } from "./faults-panel.tsx";
import { FlowOutline } from "./outline/flow-outline.tsx";
import type { Simulating } from "./simulator/use-simulation.ts";
import { StepPanel } from "./step/step-panel.tsx";

const Waiting = () => <Skeleton className="m-4 h-24" />;
const Simulator = later(
  laterModule(() => import("./simulator/simulator.tsx")),
  ({ Simulator }) => Simulator,
  Waiting,
);
const VersionsPanel = later(
  laterModule(() => import("./draft/versions-panel.tsx")),
  ({ VersionsPanel }) => VersionsPanel,
  Waiting,
);

type FlowPanesProps = {
  simulating: Simulating;
  published: Published;
  dirty: boolean;
  /** The field that a fault led to. */
  wanted: string | undefined;
  onRestored: (published: Published) => void;
  /** The outline is one of the panes, where it has no column of its own. */
  withOutline: boolean;
};

/** One thing at a time beside the canvas: the step, a try, the problems, the versions. */
export function FlowPanes({ simulating, published, dirty, wanted, onRestored, withOutline }: FlowPanesProps) {
  const t = useTranslations("flows.panes");
  const { pane, setPane, faults } = useEditing();
  const offered = panes.filter((one) => withOutline || one !== "steps");
  const shown = offered.includes(pane) ? pane : "step";
  return (
    <Tabs
      value={shown}
      onValueChange={(next) => {
        const chosen = offered.find((one) => one === next);
        if (chosen) setPane(chosen);
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <TabsList aria-label={t("label")} className="px-4">
        {offered.map((one) => (
          <TabsTrigger key={one} value={one} count={one === "faults" && faults.length > 0 ? faults.length : undefined}>
            {t(one)}
          </TabsTrigger>
        ))}
      </TabsList>
      {withOutline ? (
        <TabsContent value="steps" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
          <FlowOutline touch />
        </TabsContent>
      ) : null}
      <TabsContent value="step" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
        <StepPanel wanted={wanted} />
      </TabsContent>
      <TabsContent value="try" tabIndex={-1} className="flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden">
        <Simulator simulating={simulating} />
      </TabsContent>
      <TabsContent value="faults" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
        <FaultsPanel />
      </TabsContent>
      <TabsContent value="versions" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
        <VersionsPanel published={published} dirty={dirty} onRestored={onRestored} />
      </TabsContent>
    </Tabs>
  );
}
