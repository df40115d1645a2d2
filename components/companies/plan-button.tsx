"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { usePlanLacks } from "#components/frame/profile.tsx";
import { Button, type ButtonProps } from "#components/ui/button.tsx";
import type { FeatureName } from "#server/companies/schema.ts";

type PlanButtonProps = Omit<ButtonProps, "asChild"> & { feature: FeatureName };

/** A button that is grey and says why where the company's plan leaves out what it does. */
export function PlanButton({ feature, ...rest }: PlanButtonProps) {
  const t = useTranslations("ui");
  const id = useId();
  if (!usePlanLacks(feature)) return <Button {...rest} />;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span id={id} className="text-pretty text-text-muted text-xs">
        {t("planLacks")}
      </span>
      <Button {...rest} disabled aria-describedby={id} />
    </span>
  );
}
