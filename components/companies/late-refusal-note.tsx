"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { faultsIn, focusFirstFault } from "#components/forms/first-fault.ts";
import type { Refusal } from "./refusals.ts";

/** In a form: what is wrong with the whole, or with what no field of it shows. The first fault comes into view. */
export function LateRefusalNote({ refusal }: { refusal: Refusal }) {
  const note = useRef<HTMLParagraphElement>(null);
  const [unshown, setUnshown] = useState<string>();
  useLayoutEffect(() => {
    const form = note.current?.closest("form");
    const [word = refusal.sentence] = Object.values(refusal.fields);
    if (!form || word === undefined) return setUnshown(undefined);
    setUnshown(faultsIn(form).some((fault) => fault !== note.current) ? undefined : word);
    focusFirstFault(form);
  }, [refusal]);
  return (
    <p ref={note} role="alert" tabIndex={-1} className="text-danger text-sm empty:hidden">
      {refusal.sentence ?? unshown}
    </p>
  );
}
