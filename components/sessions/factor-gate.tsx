"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FactorSetup } from "./factor-setup.tsx";
import { PasskeySetup } from "./passkey-setup.tsx";

/** In place of every page while the company asks for a second factor that the person has not set up. */
export function FactorGate({ to }: { to: string }) {
  const t = useTranslations("factors");
  const [passkey, setPasskey] = useState(false);
  // A full load: what one may do is another from now on.
  const enter = () => window.location.assign(to);
  return (
    <div className="grid min-h-0 flex-1 justify-items-center overflow-y-auto px-5 py-10">
      <div className="grid w-full max-w-100 content-start gap-4">
        <div className="grid gap-1">
          <h1 className="font-semibold text-lg tracking-tight">{t("setUp")}</h1>
          <p className="text-pretty text-sm text-text-muted">{t("gate")}</p>
        </div>
        {passkey ? <PasskeySetup onDone={enter} /> : <FactorSetup onDone={enter} />}
        <Button variant="ghost" onClick={() => setPasskey(!passkey)}>
          {t(passkey ? "withApp" : "withPasskey")}
        </Button>
      </div>
    </div>
  );
}
