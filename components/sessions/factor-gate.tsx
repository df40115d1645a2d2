"use client";

import { useTranslations } from "next-intl";
import { FactorSetup } from "./factor-setup.tsx";

/** In place of every page while the company asks for a second factor that the person has not set up. */
export function FactorGate() {
  const t = useTranslations("factors");
  return (
    <div className="grid min-h-0 flex-1 justify-items-center overflow-y-auto px-5 py-10">
      <div className="grid w-full max-w-100 content-start gap-4">
        <div className="grid gap-1">
          <h1 className="font-semibold text-lg tracking-tight">{t("setUp")}</h1>
          <p className="text-pretty text-sm text-text-muted">{t("gate")}</p>
        </div>
        {/* A full load: what one may do is another from now on. */}
        <FactorSetup onDone={() => window.location.assign("/inbox")} />
      </div>
    </div>
  );
}
