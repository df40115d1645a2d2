"use client";

import { useEffect } from "react";
import { Fault } from "#components/widget/fault.tsx";

/** Where the chat as a whole could not be drawn; of a part of it, `FaultBoundary` knows more. */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => console.error(error), [error]);
  return <Fault />;
}
