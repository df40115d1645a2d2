"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { ValueInput } from "#components/fields/value-input.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import type { FieldEntity } from "#server/fields/choices.ts";
import type { CustomField } from "#server/fields/schema.ts";
import { patchConversation, settled } from "../data/conversation-cache.ts";
import type { InboxRow } from "../data/use-conversation-list.ts";

type RequiredFieldsProps = {
  row: InboxRow;
  /** What has no value yet; undefined: nothing is asked. */
  missing: readonly CustomField[] | undefined;
  onFilled: () => void;
  onDismiss: () => void;
};

/** Asks for what the company requires before a conversation is closed. */
export function RequiredFields({ missing, onDismiss, ...rest }: RequiredFieldsProps) {
  const t = useTranslations("conversations.required");
  const title = t("title");
  return (
    <Dialog
      size="sm"
      open={missing !== undefined}
      onOpenChange={(open) => open || onDismiss()}
      title={title}
      description={t("hint", { count: missing?.length ?? 0 })}
    >
      {missing ? <Form missing={missing} onDismiss={onDismiss} {...rest} /> : null}
    </Dialog>
  );
}

const idOf = ({ entity, key }: CustomField) => `${entity} ${key}`;

/** Saves what was filled in, of the conversation and of its contact. */
function useSave({ id: conversationId, contactId }: InboxRow) {
  const client = useTRPCClient();
  const { cache } = useLive();
  return async (fields: readonly CustomField[], texts: Readonly<Record<string, string>>) => {
    const of = (entity: FieldEntity) =>
      Object.fromEntries(
        fields.filter((field) => field.entity === entity).map((field) => [field.key, texts[idOf(field)]?.trim()]),
      );
    const [own, contact] = [of("conversation"), of("contact")];
    if (Object.keys(contact).length > 0) {
      await client.contacts.update.mutate({ contactId, customFields: contact });
      cache.refresh(cache.of("contacts.read"));
    }
    if (Object.keys(own).length === 0) return;
    const answer = await client.conversations.put.mutate({ conversationId, customFields: own });
    patchConversation(cache, conversationId, (shown) => settled(shown, answer));
  };
}

type FormProps = Omit<RequiredFieldsProps, "missing"> & { missing: readonly CustomField[] };

function Form({ row, missing, onFilled, onDismiss }: FormProps) {
  const t = useTranslations("conversations.required");
  const save = useSave(row);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  useUnsaved(texts);
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const isEmpty = (field: CustomField) => !texts[idOf(field)]?.trim();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing.some(isEmpty)) return;
    setSaving(true);
    setRefusal(undefined);
    try {
      await save(missing, texts);
      onFilled();
    } catch (error) {
      setRefusal(failureOf(error).message || t("failed"));
    } finally {
      setSaving(false);
    }
  };
  return (
    <form noValidate className="contents" onSubmit={(event) => void submit(event)}>
      <DialogBody>
        {missing.map((field) => (
          <ValueInput
            key={idOf(field)}
            field={field}
            label={field.entity === "contact" ? t("ofContact", { label: field.label }) : field.label}
            value={texts[idOf(field)] ?? ""}
            maxLength={2000}
            error={tried && isEmpty(field) ? t("empty") : undefined}
            onChange={(text) => setTexts((before) => ({ ...before, [idOf(field)]: text }))}
          />
        ))}
        {refusal ? (
          <p role="alert" className="text-danger text-sm">
            {refusal}
          </p>
        ) : null}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onDismiss}>{t("cancel")}</Button>
        <Button type="submit" variant="primary" loading={saving}>
          {t("save")}
        </Button>
      </DialogFooter>
    </form>
  );
}
