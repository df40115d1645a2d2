"use client";

import { type ReactNode, useState } from "react";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { Dialog } from "#components/ui/dialog.tsx";

type EditingProps = {
  onClose: () => void;
  /** The form: says when something was changed, and closes when it was saved. */
  children: (form: { onChanged: () => void; onClose: () => void }) => ReactNode;
};

/** A form in a dialog that says itself when it was changed. */
export function EditingDialog({ open, title, ...editing }: EditingProps & { open: boolean; title: string }) {
  return (
    <Dialog open={open} onOpenChange={(next) => next || editing.onClose()} title={title} className="max-w-160">
      {open ? <Editing {...editing} /> : null}
    </Dialog>
  );
}

function Editing({ onClose, children }: EditingProps) {
  const [changed, setChanged] = useState(false);
  useUnsaved(changed);
  return children({ onChanged: () => setChanged(true), onClose });
}
