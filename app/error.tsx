"use client";

import type { ComponentProps } from "react";
import { PageError } from "#components/frame/page-error.tsx";

export default function ErrorPage(props: ComponentProps<typeof PageError>) {
  return (
    <main className="grid min-h-dvh">
      <PageError {...props} />
    </main>
  );
}
