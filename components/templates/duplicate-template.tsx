"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Combobox } from "#components/forms/combobox.tsx";
import { Field } from "#components/forms/field.tsx";
import { useTRPC } from "#components/live/api.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { templateLanguages } from "#server/templates/choices.ts";
import type { WhatsAppTemplate } from "#server/templates/schema.ts";
import { useLanguageWord } from "./template-words.ts";

type DuplicateProps = { template: WhatsAppTemplate; open: boolean; onOpenChange: (open: boolean) => void };

/** Chooses the language; the wording is translated in the editor before anything is submitted. */
export function DuplicateTemplate({ template, open, onOpenChange }: DuplicateProps) {
  const t = useTranslations("templates.duplicate");
  return (
    <Dialog size="sm" open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      <LanguageForm template={template} />
    </Dialog>
  );
}

function LanguageForm({ template }: { template: WhatsAppTemplate }) {
  const t = useTranslations("templates.duplicate");
  const router = useRouter();
  const trpc = useTRPC();
  const word = useLanguageWord();
  const { channelId, elementName, id } = template;
  const same = useQuery(trpc.templates.list.queryOptions({ channelId, search: elementName })).data?.result ?? [];
  const taken = new Set(same.filter((one) => one.elementName === elementName).map(({ language }) => language));
  const free = templateLanguages.filter((code) => code !== template.language && !taken.has(code));
  const [language, setLanguage] = useState<string>();
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        if (language) router.push(`/templates/new?from=${id}&language=${language}`);
      }}
    >
      <DialogBody>
        <Field label={t("language")}>
          <Combobox
            label={t("language")}
            value={language}
            onValueChange={setLanguage}
            options={free.map((code) => ({ value: code, label: word(code), hint: code, keywords: [code] }))}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" disabled={!language}>
          {t("confirm")}
        </Button>
      </DialogFooter>
    </form>
  );
}
