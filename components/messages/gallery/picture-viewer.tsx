"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "#components/live/api.ts";
import { Lightbox, type Picture } from "./lightbox.tsx";
import { picturesIn } from "./pictures-in.ts";

type PictureViewerProps = {
  picture: Picture;
  /** Whose pictures stand beside it; absent: none. */
  conversationId: string | undefined;
  onClose: () => void;
};

/** A picture of a bubble, at once; those before and after it follow as soon as they are known. */
export function PictureViewer({ picture, conversationId, onClose }: PictureViewerProps) {
  const trpc = useTRPC();
  const asked = trpc.messages.files.queryOptions({ conversationId: conversationId ?? "" });
  const files = useQuery({ ...asked, enabled: conversationId !== undefined, staleTime: 0 });
  const [src, show] = useState(picture.src);
  const all = picturesIn(files.data?.files ?? []);
  const known = all.some((one) => one.src === picture.src) ? all : [picture];
  const at = Math.max(
    0,
    known.findIndex((one) => one.src === src),
  );
  return <Lightbox pictures={known} at={at} onAt={(next) => show(known[next]?.src ?? src)} onClose={onClose} />;
}
