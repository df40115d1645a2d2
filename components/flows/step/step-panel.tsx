"use client";

import { MousePointerClick } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo, useDeferredValue, useEffect } from "react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { whenIdle } from "#components/ui/late/when-idle.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useEditing } from "../editor-context.tsx";
import { useChosen } from "./step-selection.ts";

/* The fields are large, and a flow is looked at without them. */
const form = laterModule(() => import("./step-form.tsx"));
const StepForm = later(
  form,
  ({ StepForm }) => StepForm,
  () => <Skeleton className="m-4 h-24" />,
);

/** Every field of the chosen step. Keys that walk along the tree do not wait for it. */
export function StepPanel({ wanted }: { wanted: string | undefined }) {
  const now = useChosen();
  const later = useDeferredValue(now);
  // Not only with the first deed: that may be a new step, whose words are typed at once.
  // What fails here is asked for again where it is drawn.
  useEffect(() => whenIdle(() => void form.fetch().catch(() => undefined)), []);
  return <ChosenStep id={now.passing ? later.id : now.id} wanted={wanted} />;
}

type ChosenStepProps = { id: number | undefined; wanted: string | undefined };

const ChosenStep = memo(function ChosenStep({ id, wanted }: ChosenStepProps) {
  const t = useTranslations("flows.step");
  const { tree } = useEditing();
  const selected = id === undefined ? undefined : tree.byId.get(id);
  if (!selected) {
    return <EmptyState icon={<MousePointerClick />} title={t("none")} description={t("noneHint")} />;
  }
  return <StepForm key={selected.id} node={selected} wanted={wanted} />;
});
