"use client";

import { useEffect } from "react";
import { isMissingPiece, loadAnewOnceReached } from "#components/frame/reaching/missing-piece.ts";
import { Fault } from "#components/widget/fault.tsx";

/** Where the chat as a whole could not be drawn; of a part of it, `FaultBoundary` knows more. */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => console.error(error), [error]);
  const misses = isMissingPiece(error);
  useEffect(() => (misses ? loadAnewOnceReached() : undefined), [misses]);
  return <Fault />;
}
