"use client";

import type { ReactNode } from "react";
import { laterModal } from "./late/later.tsx";

export type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Without a modal the page behind stays live: the pipeline behind a thread. */
  modal?: boolean;
  side?: "left" | "right";
  /** A width class for the desktop, `max-w-120` by default; a phone always gets the whole screen. */
  className?: string;
  /** Buttons beside the close button. */
  actions?: ReactNode;
  footer?: ReactNode;
  hideHeader?: boolean;
  /** Where the focus goes afterwards, if not to what had it before: prevent the default and give it. */
  onCloseAutoFocus?: (event: Event) => void;
  children: ReactNode;
};

export const Sheet = laterModal<typeof import("./late/sheet-panel.tsx"), SheetProps>(
  () => import("./late/sheet-panel.tsx"),
  ({ SheetPanel }) => SheetPanel,
);
