"use client";

import { useQuery } from "@tanstack/react-query";
import { Bookmark } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { later, laterModule } from "#components/ui/late/later.tsx";
import { groupingsOf, type ReportName } from "#server/reports/choices.ts";
import type { ReportAddress } from "../address.ts";
import { pickQuery, queryOf } from "./saved-address.ts";

const SavedForm = later(
  laterModule(() => import("./saved-form.tsx")),
  (module) => module.SavedForm,
);

/** Keeps what the page shows under a name, or changes the saved report that it was opened from. */
export function SavedButton({ name, place }: { name: ReportName; place: ReportAddress }) {
  const t = useTranslations("reports.saved");
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const { address, change } = place;
  const list = useQuery(trpc.reports.listSaved.queryOptions({}, { enabled: address.saved !== "" }));
  const saved = list.data?.find(({ id, report }) => id === address.saved && report === name);
  // The page shows it as it was when it was opened: what others have changed since is no change of this page.
  const [shown, setShown] = useState(saved);
  if (saved && shown?.id !== saved.id) setShown(saved);
  const by = groupingsOf(name).find((one) => one === address.by) ?? null;
  return (
    <>
      <Button icon={<Bookmark aria-hidden />} onClick={() => setOpen(true)} className="max-w-64">
        <span className="truncate">{saved ? saved.name : t("save")}</span>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={t(saved ? "editTitle" : "saveTitle")} className="max-w-140">
        {open ? (
          <SavedForm
            report={name}
            query={queryOf(place, by)}
            saved={saved && shown ? { ...saved, ...pickQuery(shown) } : saved}
            onSaved={(after) => {
              const { id, range } = after;
              setShown(after);
              change({ saved: id, range, from: "", to: "" });
              setOpen(false);
            }}
          />
        ) : null}
      </Dialog>
    </>
  );
}
