"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { changeContact } from "#components/contacts/changing.ts";
import { customText } from "#components/contacts/custom-values.ts";
import { ValueInput } from "#components/fields/value-input.tsx";
import { focusFirstFault } from "#components/forms/first-fault.ts";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
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

type Texts = Readonly<Record<string, string>>;

/** What the fields hold by now, as text: a colleague may be filling them in, too. And the way to save them. */
function useHeld({ id: conversationId, contactId, customFields }: InboxRow, missing: readonly CustomField[]) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { cache } = useLive();
  const asksContact = contactId !== "" && missing.some(({ entity }) => entity === "contact");
  const contact = useQuery(trpc.contacts.read.queryOptions({ contactId }, { enabled: asksContact })).data;
  const held = ({ entity, key }: CustomField) =>
    customText((entity === "contact" ? contact?.customFields : customFields)?.[key] ?? "");
  const save = async (fields: readonly CustomField[], texts: Texts) => {
    const of = (entity: FieldEntity) =>
      Object.fromEntries(
        fields.filter((field) => field.entity === entity).map((field) => [field.key, texts[idOf(field)]?.trim()]),
      );
    const [own, theirs] = [of("conversation"), of("contact")];
    if (Object.keys(theirs).length > 0) {
      await changeContact(client.contacts, contactId, { customFields: theirs }, contact);
      cache.refresh(cache.of("contacts.read"));
    }
    if (Object.keys(own).length === 0) return;
    const answer = await client.conversations.put.mutate({ conversationId, customFields: own });
    patchConversation(cache, conversationId, (shown) => settled(shown, answer));
  };
  return { held, save };
}

type FormProps = Omit<RequiredFieldsProps, "missing"> & { missing: readonly CustomField[] };

function Form({ row, missing, onFilled, onDismiss }: FormProps) {
  const t = useTranslations("conversations.required");
  const changed = useTranslations("companies.faults.fields");
  const { held, save } = useHeld(row, missing);
  const [texts, setTexts] = useState<Texts>({});
  useUnsaved(texts);
  // What a colleague has filled in meanwhile, as the person has been told of it.
  const [told, setTold] = useState<Texts>({});
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const shownIn = (field: CustomField) => texts[idOf(field)] ?? held(field);
  const isEmpty = (field: CustomField) => !shownIn(field).trim();
  const touched = missing.filter((field) => idOf(field) in texts && shownIn(field).trim() !== held(field));
  const overtaken = touched.filter((field) => held(field) !== "");
  const faultOf = (field: CustomField) => {
    if (tried && isEmpty(field)) return t("empty");
    const theirs = told[idOf(field)];
    return theirs === undefined ? undefined : changed("changedTo", { value: theirs });
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const news = overtaken.filter((field) => told[idOf(field)] !== held(field));
    setTold(Object.fromEntries(overtaken.map((field) => [idOf(field), held(field)])));
    if (news.length > 0 || missing.some(isEmpty)) return focusFirstFault(event.currentTarget);
    setSaving(true);
    setRefusal(undefined);
    try {
      await save(touched, texts);
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
            value={shownIn(field)}
            maxLength={2000}
            error={faultOf(field)}
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
