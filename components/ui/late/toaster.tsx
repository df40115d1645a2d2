"use client";

import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type CSSProperties, useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { useResolvedTheme } from "#components/frame/look/theme.ts";
import { usePhone } from "../use-media.ts";

/** The words of the notices themselves come through here once somebody listens. */
export type Bell = typeof toast;

/**
 * At the bottom right, above the composer or the row in which one saves; on a phone above its bottom bar, too, and
 * above what an open dialog is answered with.
 */
export function ToasterPanel({ onReady }: { onReady: (bell: Bell) => void }) {
  const t = useTranslations("ui.toast");
  const theme = useResolvedTheme();
  const phone = usePhone();
  // The toaster inside listens by now: its effects ran first.
  useEffect(() => onReady(toast), [onReady]);
  return (
    <Sonner
      theme={theme}
      position={phone ? "bottom-center" : "bottom-right"}
      closeButton
      containerAriaLabel={t("region")}
      offset={{ bottom: "var(--lift)", right: "1rem" }}
      mobileOffset={{ bottom: "calc(var(--lift) + env(safe-area-inset-bottom))", left: 12, right: 12 }}
      className="[--lift:4.5rem] in-data-immersive:[--lift:10.5rem] phone:in-[body:has([data-modal])]:[--lift:8.5rem]"
      style={toasterStyle}
      icons={{
        success: <CircleCheck aria-hidden className="size-4 text-success" />,
        error: <CircleAlert aria-hidden className="size-4 text-danger" />,
        warning: <TriangleAlert aria-hidden className="size-4 text-warning" />,
        info: <Info aria-hidden className="size-4 text-text-muted" />,
        close: <X aria-hidden className="size-3.5" />,
      }}
      toastOptions={{ unstyled: true, closeButtonAriaLabel: t("close"), classNames: toastClasses }}
    />
  );
}

/* Not wider than the details of the inbox at their default width. */
const toasterStyle = { "--width": "19rem" } as CSSProperties;

const toastClasses = {
  toast:
    "flex w-76 items-center gap-2.5 rounded-lg bg-surface-raised py-3 pr-10 pl-3 text-sm text-text shadow-float phone:w-full",
  content: "grid min-w-0 flex-1 gap-0.5",
  title: "font-medium",
  description: "text-text-muted text-xs",
  icon: "flex",
  actionButton: "-my-1 h-7 shrink-0 rounded-md px-2 font-medium text-accent text-sm hover:bg-accent/10 touch:h-11",
  closeButton:
    "absolute! top-2! right-1.5! left-auto! grid size-7 transform-none! place-items-center border-0! bg-transparent! rounded-md text-text-faint hover:bg-text/6 hover:text-text touch:hit-area",
};
