import { useState } from "react";
import { focusFirstFault } from "#components/forms/first-fault.ts";
import { type DraftFaults, faultsOf, type TemplateDraft } from "./template-draft.ts";
import { noTemplateRefusal, useTemplateRefusals } from "./template-refusals.ts";

const isWrong = (faults: DraftFaults) => Object.values(faults).some((some) => some.some(({ warning }) => !warning));

/** One attempt at a time; missing parts are shown from the first attempt on. */
export function useSubmission(draft: TemplateDraft, complete: boolean, send: () => Promise<unknown>) {
  const refusals = useTemplateRefusals();
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState({ draft, refusal: noTemplateRefusal });
  const own = faultsOf(draft);
  // The refusal is about what was sent, not about what is typed now.
  const refusal = refused.draft === draft ? refused.refusal : noTemplateRefusal;
  const wrong = isWrong(own) || !complete;
  const submit = async () => {
    setTried(true);
    if (wrong) focusFirstFault();
    if (wrong || pending) return;
    setPending(true);
    setRefused({ draft, refusal: noTemplateRefusal });
    try {
      await send();
      setTried(false);
    } catch (error) {
      setRefused({ draft, refusal: refusals(error, draft) });
    }
    setPending(false);
  };
  return { tried, pending, submit, refusal, faults: { ...own, ...refusal.faults }, wrong: tried && wrong };
}
