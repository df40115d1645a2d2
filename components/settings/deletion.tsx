"use client";

import type { ReactNode } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";

/** Said before and after. */
type DeletionWords = { title: string; description: ReactNode; confirm: string; done: string };

type DeletionProps = {
  open: boolean;
  words: DeletionWords;
  /** Deletes it on the server. */
  run: () => Promise<unknown>;
  /** The procedures whose lists held it, such as `tags`. */
  lists: string;
  onClose: () => void;
  /** The sentence for a refusal that this noun has its own words for. */
  refusal?: (error: unknown) => string | undefined;
  /** What else goes with it. */
  children?: ReactNode;
};

/** Asks before something of the settings is deleted, deletes it, and says so. */
export function Deletion({ open, words, run, lists, onClose, refusal, children }: DeletionProps) {
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const confirm = async () => {
    await run();
    cache.refresh(cache.of(lists));
    toast.success(words.done);
  };
  return (
    <ConfirmDialog
      danger
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={words.title}
      description={words.description}
      confirmLabel={words.confirm}
      onConfirm={confirm}
      errorText={(error) => refusal?.(error) ?? refusals.sentence(error)}
    >
      {children}
    </ConfirmDialog>
  );
}
