"use client";

import type { ReactNode } from "react";
import { laterModal } from "./late/later.tsx";

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** What will happen, and whether it can be undone. */
  description: ReactNode;
  /** The verb: "Delete 3 contacts". */
  confirmLabel: string;
  /** Instead of "Cancel", where that would not say what stays. */
  cancelLabel?: string;
  danger?: boolean;
  /** Text that must be typed first, for what cannot be undone. */
  confirmText?: string;
  /** May return a promise: the dialog waits, closes when it resolves, and says so when it rejects. */
  onConfirm: () => void | Promise<unknown>;
  /** The message for a rejection, when more is known than that it did not work. */
  errorText?: (cause: unknown) => string | undefined;
  children?: ReactNode;
};

export const ConfirmDialog = laterModal<typeof import("./late/confirm-panel.tsx"), ConfirmDialogProps>(
  () => import("./late/confirm-panel.tsx"),
  ({ ConfirmPanel }) => ConfirmPanel,
);
