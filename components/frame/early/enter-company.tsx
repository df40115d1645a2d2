"use client";

import { useEffect } from "react";
import { switchCompany } from "#components/sessions/companies.ts";
import { Spinner } from "#components/ui/spinner.tsx";

/** Opens a page in the company that its address names; where this browser has no session there any more, in this one. */
export function EnterCompany({ companyId, to }: { companyId: string; to: string }) {
  useEffect(() => {
    const stay = () => window.location.replace(to);
    void switchCompany(companyId, to).then((switched) => {
      if (!switched) stay();
    }, stay);
  }, [companyId, to]);
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner />
    </div>
  );
}
