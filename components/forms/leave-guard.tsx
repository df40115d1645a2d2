"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { leavingTo } from "./leaving-link.ts";
import { useLeaveWarning } from "./use-leave-warning.ts";

/** In a form of a page that holds what is not saved: asks before a link leaves it, and before the browser does. */
export function LeaveGuard({ active }: { active: boolean }) {
  const t = useTranslations("ui.leaving");
  const router = useRouter();
  const [to, setTo] = useState<string>();
  useLeaveWarning(active);
  useEffect(() => {
    if (!active) return;
    const hold = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      const { href, target } = link ?? { href: "", target: "" };
      const next = leavingTo({ href, target, download: link?.hasAttribute("download") ?? false }, event, location.href);
      if (next === undefined) return;
      event.preventDefault();
      // Also of another guard on the page: one question is enough.
      event.stopImmediatePropagation();
      setTo(next);
    };
    // Before the link itself hears it.
    window.addEventListener("click", hold, true);
    return () => window.removeEventListener("click", hold, true);
  }, [active]);
  return (
    <ConfirmDialog
      danger
      open={to !== undefined}
      onOpenChange={(open) => open || setTo(undefined)}
      title={t("title")}
      description={t("text")}
      confirmLabel={t("confirm")}
      cancelLabel={t("stay")}
      onConfirm={() => {
        if (to !== undefined) router.push(to);
      }}
    />
  );
}
