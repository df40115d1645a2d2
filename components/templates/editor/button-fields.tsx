"use client";

import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { freshId } from "#components/thread/fresh-id.ts";
import { Button } from "#components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { variablesOf } from "#server/templates/rules.ts";
import { EditorSection, type PartProps } from "./editor-parts.tsx";
import { RuleHint, type Told, useFaultWords } from "./fault-words.tsx";
import { type DraftButton, type DraftButtonType, draftButtonTypes } from "./template-draft.ts";

const most: Record<DraftButtonType, number> = { QUICK_REPLY: 10, URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 };

export function ButtonFields({ draft, onChange, faults, tried, disabled }: PartProps) {
  const t = useTranslations("templates.fields");
  const told = useFaultWords(faults, tried);
  const { buttons } = draft;
  const added = useRef("");
  const set = (next: DraftButton[]) => onChange({ buttons: next });
  const add = (type: DraftButtonType) => {
    const fresh = { id: freshId(), type, text: "", url: "", phone: "", example: "" };
    // Quick replies stay together.
    const last = type === "QUICK_REPLY" ? buttons.findLastIndex((one) => one.type === type) : -1;
    added.current = fresh.id;
    set(last < 0 ? [...buttons, fresh] : buttons.toSpliced(last + 1, 0, fresh));
  };
  const move = (index: number, by: -1 | 1) => {
    const moved = buttons[index];
    if (moved) set(buttons.toSpliced(index, 1).toSpliced(index + by, 0, moved));
  };
  const all = told("buttons").error;
  return (
    <EditorSection title={t("buttons")} hint={t("buttonsRule")}>
      {buttons.map((button, index) => (
        <fieldset
          key={button.id}
          id={`button-${button.id}`}
          className="m-0 grid min-w-0 gap-3 rounded-lg border border-border p-3"
        >
          <legend className="sr-only">{t("buttonNumber", { number: index + 1 })}</legend>
          <div className="flex items-center gap-1">
            <span className="flex-1 font-medium text-sm">{t(`buttonTypes.${button.type}`)}</span>
            {disabled ? null : (
              <>
                <IconButton label={t("moveUp")} size="sm" disabled={index === 0} onClick={() => move(index, -1)}>
                  <ArrowUp aria-hidden />
                </IconButton>
                <IconButton
                  label={t("moveDown")}
                  size="sm"
                  disabled={index === buttons.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <ArrowDown aria-hidden />
                </IconButton>
                <IconButton
                  label={t("removeButton")}
                  size="sm"
                  variant="danger"
                  onClick={() => set(buttons.toSpliced(index, 1))}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </>
            )}
          </div>
          <OneButton
            button={button}
            disabled={disabled}
            told={(part) => told(`buttons.${index}.${part}`)}
            onChange={(part) => set(buttons.with(index, { ...button, ...part }))}
          />
        </fieldset>
      ))}
      <p role="alert" className="text-danger text-xs empty:hidden">
        {all}
      </p>
      {disabled ? null : (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              className="justify-self-start"
              disabled={buttons.length >= 10}
            >
              {t("addButton")}
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent
            onCloseAutoFocus={(event) => {
              const fresh = document.getElementById(`button-${added.current}`)?.querySelector("input");
              added.current = "";
              if (!fresh) return;
              event.preventDefault();
              fresh.focus();
            }}
          >
            {draftButtonTypes.map((type) => (
              <DropdownMenuItem
                key={type}
                disabled={buttons.filter((one) => one.type === type).length >= most[type]}
                onSelect={() => add(type)}
              >
                {t(`buttonTypes.${type}`)}
              </DropdownMenuItem>
            ))}
          </DropdownMenuContent>
        </DropdownMenu>
      )}
    </EditorSection>
  );
}

type OneButtonProps = {
  button: DraftButton;
  disabled: boolean;
  told: (part: string) => Told;
  onChange: (part: Partial<DraftButton>) => void;
};

function OneButton({ button, disabled, told, onChange }: OneButtonProps) {
  const t = useTranslations("templates.fields");
  const input = (part: "text" | "url" | "phone" | "example", maxLength: number) => ({
    value: button[part],
    disabled,
    maxLength,
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => onChange({ [part]: event.target.value }),
  });
  const { type } = button;
  return (
    <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
      {type === "COPY_CODE" ? (
        <Field label={t("code")} required error={told("example").error} hint={t("codeRule")}>
          <Input {...input("example", 60)} />
        </Field>
      ) : (
        <Field
          label={t("buttonText")}
          required
          error={told("text").error}
          hint={<RuleHint rule={t("buttonTextRule")} count={button.text.length} most={25} />}
        >
          <Input {...input("text", 60)} />
        </Field>
      )}
      {type === "URL" ? (
        <Field label={t("url")} required error={told("url").error} hint={t("urlRule")}>
          <Input type="url" inputMode="url" spellCheck={false} placeholder="https://" {...input("url", 2100)} />
        </Field>
      ) : null}
      {type === "URL" && variablesOf(button.url).length > 0 ? (
        <Field label={t("urlSample")} hint={t("urlSampleHint")}>
          <Input {...input("example", 200)} />
        </Field>
      ) : null}
      {type === "PHONE_NUMBER" ? (
        <Field label={t("phone")} required error={told("phone_number").error} hint={t("phoneRule")}>
          <Input type="tel" inputMode="tel" {...input("phone", 40)} />
        </Field>
      ) : null}
    </div>
  );
}
