"use client";

import { useState } from "react";
import { useShownOnce } from "../forms/use-unsaved.ts";
import { CodeBlock } from "./code-block.tsx";

/** What can be copied now and never again: until it was, the dialog around it asks before it closes. */
export function OnceCode({ label, code }: { label: string; code: string }) {
  const [copied, setCopied] = useState(false);
  useShownOnce(copied);
  return <CodeBlock wrap label={label} code={code} onCopied={() => setCopied(true)} />;
}
