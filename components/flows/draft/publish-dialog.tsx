"use client";

import { CircleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useEditing } from "../editor-context.tsx";
import { FlowChanges } from "./flow-changes.tsx";
import { diffOf } from "./flow-diff.ts";
import type { Published } from "./use-flow-draft.ts";
import type { Publishing } from "./use-publishing.ts";

type PublishDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  base: Published;
  publishing: Publishing;
  /** Where this chatbot answers, by name. */
  channels: readonly string[];
};

/** Says what publishing does, shows what changes, and publishes. */
export function PublishDialog({ open, onOpenChange, base, publishing, channels }: PublishDialogProps) {
  const t = useTranslations("flows.publish");
  const { nodes, faults, isChecked, setPane } = useEditing();
  const errors = faults.filter(({ level }) => level === "error").length;
  const changes = useMemo(() => (open ? diffOf(base.nodes, nodes) : []), [open, base.nodes, nodes]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChecked && errors === 0) publishing.publish(base.version);
  };
  const where =
    channels.length > 0 ? t("where", { channels: channels.join(", "), count: channels.length }) : t("nowhere");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={`${where} ${t("effect")}`}>
      <form className="contents" onSubmit={submit}>
        <DialogBody>
          {errors > 0 ? (
            <div className="flex items-start gap-2 rounded-md bg-danger/8 px-3 py-2 text-sm">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
              <p className="flex-1">{t("errors", { count: errors })}</p>
              <Button
                size="sm"
                onClick={() => {
                  onOpenChange(false);
                  setPane("faults");
                }}
              >
                {t("showErrors")}
              </Button>
            </div>
          ) : null}
          <h3 className="font-medium text-sm">{t("changes", { count: changes.length })}</h3>
          <FlowChanges changes={changes} />
          <p role="alert" className="text-danger text-sm empty:hidden">
            {publishing.sentence}
          </p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => onOpenChange(false)}>{t("cancel")}</Button>
          <Button type="submit" variant="primary" loading={publishing.pending || !isChecked} disabled={errors > 0}>
            {t("confirm")}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
