"use client";

import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import type { BulkRowView } from "#server/actions/bulk/schema.ts";
import { whyKeyOf } from "./why.ts";

type BulkFailuresProps = {
  failures: readonly BulkRowView[] | undefined;
  nameOf: (conversationId: string) => string | undefined;
  onDismiss: () => void;
};

/** Which conversations something failed of, and why. */
export function BulkFailures({ failures, nameOf, onDismiss }: BulkFailuresProps) {
  const t = useTranslations("actions");
  const whyOf = ({ actions, error }: BulkRowView) => {
    const missing = actions.find(({ outcome }) => outcome === "failed")?.why?.missing;
    return missing ? t("missingFields", { names: missing.join(", ") }) : t(`why.${whyKeyOf(error?.error)}`);
  };
  return (
    <Dialog
      open={failures !== undefined}
      onOpenChange={(open) => open || onDismiss()}
      title={t("bulk.failures", { count: failures?.length ?? 0 })}
    >
      <DialogBody>
        <ul className="grid gap-2">
          {failures?.map((row) => (
            <li key={row.id} className="flex items-start gap-2 text-sm">
              <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
              <span className="min-w-0 flex-1">
                <Link
                  href={`/inbox/${row.id}?view=all`}
                  prefetch={false}
                  onClick={onDismiss}
                  className="block truncate font-medium underline underline-offset-3 touch:py-3"
                >
                  <bdi>{nameOf(row.id) ?? t("bulk.unknown")}</bdi>
                </Link>
                <span className="text-text-muted">{whyOf(row)}</span>
              </span>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onDismiss}>
          {t("bulk.close")}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
