"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { useContactName } from "#components/contacts/contact-name.ts";
import { type Option, OptionList } from "#components/forms/option-list.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import type { Contact } from "#server/contacts/schema.ts";
import { MergeCompare } from "./merge-compare.tsx";

export type MergeDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  contact: Contact;
  /** Known already, where two were suggested. */
  other?: Contact | undefined;
  /** With the contact that stayed. */
  onMerged?: (winnerId: string) => void;
};

/** Finds the other contact, shows both side by side, and makes them one. */
export function MergeDialog({ open, onOpenChange, contact, other, onMerged }: MergeDialogProps) {
  const t = useTranslations("merging");
  const name = useContactName()(contact);
  const [found, setFound] = useState<Contact>();
  const second = other ?? found;
  const change = (next: boolean) => {
    if (!next) setFound(undefined);
    onOpenChange(next);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      size={second ? "lg" : "md"}
      title={t("title", { name })}
      description={second ? t("description") : t("findDescription")}
    >
      {second ? (
        <MergeCompare
          first={contact}
          second={second}
          onCancel={() => change(false)}
          onBack={other ? undefined : () => setFound(undefined)}
          onDone={(winnerId) => {
            change(false);
            onMerged?.(winnerId);
          }}
        />
      ) : (
        <>
          <DialogBody>
            <FindOther contactId={contact.id} onPick={setFound} />
          </DialogBody>
          <DialogFooter>
            <Button onClick={() => change(false)}>{t("cancel")}</Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}

const shown = 8;

function FindOther({ contactId, onPick }: { contactId: string; onPick: (contact: Contact) => void }) {
  const t = useTranslations("merging");
  const trpc = useTRPC();
  const nameOf = useContactName();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim().slice(0, 200));
  const asked = trpc.contacts.list.queryOptions({ limit: shown, ...(search ? { search } : {}) });
  const found = useQuery({ ...asked, placeholderData: keepPreviousData });
  const others = (found.data?.data ?? []).filter(({ id }) => id !== contactId);
  const options: Option[] = others.map((other) => ({
    value: other.id,
    label: nameOf(other),
    icon: <Avatar id={other.id} name={nameOf(other)} size="sm" decorative />,
    hint: other.email || other.phone,
  }));
  const pick = (value: string) => {
    const other = others.find(({ id }) => id === value);
    if (other) onPick(other);
  };
  return (
    <div className="overflow-hidden rounded-lg border border-border-strong">
      <OptionList
        options={options}
        selected={[]}
        onSelect={pick}
        searchLabel={t("find")}
        onQueryChange={setTyped}
        loading={found.isFetching}
        emptyText={found.isError ? t("findFailed") : t("nobody")}
      />
    </div>
  );
}
