"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { saveFile } from "#components/tables/save-file.ts";
import { Dialog, DialogBody } from "#components/ui/dialog.tsx";
import { laterModule, untilThere } from "#components/ui/late/later.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { FlowFileFault } from "./flow-file.ts";
import type { FlowDraft } from "./use-flow-draft.ts";

const files = laterModule(() => import("./flow-file.ts"));

type FlowFiles = { read: (text: string) => Promise<void>; write: () => Promise<void>; refusal: ReactNode };

/** Flows as files: an import takes the draft's place and can be undone. */
export function useFlowFiles(name: string, draft: FlowDraft): FlowFiles {
  const t = useTranslations("flows.files");
  const toast = useToast();
  const [faults, setFaults] = useState<readonly FlowFileFault[]>();
  return {
    read: async (text) => {
      const { readFlowFile } = await untilThere(files);
      const found = readFlowFile(text);
      if ("faults" in found) return setFaults(found.faults);
      draft.replace(found.nodes);
      toast.success(t("imported", { count: found.nodes.length }), { undo: draft.undo });
    },
    write: async () => {
      const { writeFlowFile } = await untilThere(files);
      saveFile([writeFlowFile(draft.nodes)], `${name.replace(/[^\p{L}\p{N}_-]+/gu, "-")}.json`, "application/json");
    },
    refusal: (
      <Dialog
        open={faults !== undefined}
        onOpenChange={() => setFaults(undefined)}
        title={t("refused")}
        description={t("refusedHint")}
      >
        <DialogBody>
          <ul className="grid gap-1 text-sm">
            {faults?.slice(0, 50).map(({ index, field, message }) => (
              <li key={`${index} ${field} ${message}`}>
                {index >= 0 ? <span className="font-medium">{t("place", { number: index + 1, field })} </span> : null}
                <span className="text-text-muted">{message}</span>
              </li>
            ))}
          </ul>
        </DialogBody>
      </Dialog>
    ),
  };
}
