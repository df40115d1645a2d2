"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { holdBack } from "./holding-back.ts";
import { guardLeaving, isAsking } from "./leaving.ts";
import { leavingTo } from "./leaving-link.ts";
import { useLeaveWarning } from "./use-leave-warning.ts";

/** In a form of a page that holds what is not saved: asks before anything leaves it, and before the browser does. */
export function LeaveGuard({ active }: { active: boolean }) {
  const t = useTranslations("ui.leaving");
  const router = useRouter();
  const [go, setGo] = useState<() => void>();
  const held = useRef<ReturnType<typeof holdBack>>(undefined);
  useLeaveWarning(active);
  useEffect(() => {
    if (!active) return;
    const ask = (leave: () => void) => setGo(() => leave);
    const unguard = guardLeaving(ask);
    held.current = holdBack(window, ask, () => isAsking(ask));
    const hold = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      const { href, target } = link ?? { href: "", target: "" };
      const next = leavingTo({ href, target, download: link?.hasAttribute("download") ?? false }, event, location.href);
      if (next === undefined) return;
      event.preventDefault();
      // Also of another guard on the page: one question is enough.
      event.stopImmediatePropagation();
      ask(() => router.push(next));
    };
    // Before the link itself hears it.
    window.addEventListener("click", hold, true);
    return () => {
      window.removeEventListener("click", hold, true);
      held.current?.end();
      unguard();
    };
  }, [active, router]);
  useEffect(() => held.current?.note());
  return (
    <ConfirmDialog
      danger
      open={go !== undefined}
      onOpenChange={(open) => open || setGo(undefined)}
      title={t("title")}
      description={t("text")}
      confirmLabel={t("confirm")}
      cancelLabel={t("stay")}
      onConfirm={() => go?.()}
    />
  );
}
