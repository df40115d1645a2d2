import { type RefObject, useEffect } from "react";

/** Sends a form, marked by `data-early`, whose reader was faster than its scripts (`early-submit-script.ts`). */
export function useEarlySubmit(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const { current } = form;
    if (!current) return;
    const wasSent = current.dataset.early === "sent";
    current.dataset.early = "over";
    if (wasSent) current.requestSubmit();
  }, [form]);
}
