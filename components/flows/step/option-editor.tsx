"use client";

import { ArrowDown, ArrowUp, CornerDownRight, Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Input } from "#components/forms/input.tsx";
import { WordsField } from "#components/forms/words-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { AddStepMenu } from "../canvas/add-step-menu.tsx";
import { arranged, isOwnLabel, removeOption, renameOption } from "../draft/flow-edits.ts";
import { branchesOf, sameLabel } from "../draft/flow-tree.ts";
import { restoreOption } from "../draft/restoring.ts";
import { useEditing } from "../editor-context.tsx";
import type { StepFields } from "./use-step-fields.ts";

/** The contract's bound of response_options. */
const maxOptions = 20;

/** The options of a list: their words, what else they are known by, and the branch each leads into. */
export function OptionEditor(fields: StepFields) {
  const t = useTranslations("flows.step.options");
  const { node, disabled, set, fault } = fields;
  const options = node.response_options;
  const error = fault("response_options");
  const focus = useOptionFocus();
  const insert = (at: number) => {
    if (options.length >= maxOptions) return;
    set({
      response_options: [...options.slice(0, at), "", ...options.slice(at)],
      ...arranged(node, (words) => [...words.slice(0, at), "", ...words.slice(at)]),
    });
    focus.on(at);
  };
  const swap = (at: number, other: number) => {
    const next = [...options];
    const [one, two] = [options[at] ?? "", options[other] ?? ""];
    next[at] = two;
    next[other] = one;
    set({
      response_options: next,
      ...arranged(node, (words) =>
        words.map((word, place) => (place === at ? (words[other] ?? "") : place === other ? (words[at] ?? "") : word)),
      ),
    });
  };
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium text-sm">{t("label")}</legend>
      <ol ref={focus.list} className="grid gap-2">
        {options.map((option, at) => (
          <li key={at} className="grid gap-1.5 rounded-md border border-border p-2">
            <OptionHead
              {...fields}
              option={option}
              at={at}
              onSwap={swap}
              onNext={() => insert(at + 1)}
              onLeft={() => focus.on(Math.max(0, at - 1))}
            />
            {node.response_type === "LIST" && option.trim() !== "" ? <OptionMore {...fields} option={option} /> : null}
          </li>
        ))}
      </ol>
      {error ? <p className="text-danger text-xs">{error}</p> : null}
      {disabled || options.length >= maxOptions ? null : (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          className="justify-self-start"
          onClick={() => insert(options.length)}
        >
          {t("add")}
        </Button>
      )}
    </fieldset>
  );
}

/** Puts the focus into an option once it stands in the list. */
function useOptionFocus() {
  const list = useRef<HTMLOListElement>(null);
  const [wanted, setWanted] = useState<{ at: number }>();
  useEffect(() => {
    if (wanted) list.current?.querySelectorAll<HTMLInputElement>("input[data-option]")[wanted.at]?.focus();
  }, [wanted]);
  return { list, on: (at: number) => setWanted({ at }) };
}

type HeadProps = StepFields & {
  option: string;
  at: number;
  onSwap: (at: number, other: number) => void;
  /** Enter: a further option behind this one. */
  onNext: () => void;
  /** It was removed by key: the focus goes to the one before. */
  onLeft: () => void;
};

function OptionHead({ node, disabled, option, at, onSwap, onNext, onLeft }: HeadProps) {
  const t = useTranslations("flows");
  const { nodes, change } = useEditing();
  const toast = useToast();
  /** What its branch is called, while the words on the way to others are none of its own. */
  const called = useRef("");
  const write = (words: string) => {
    if (isOwnLabel(node, at, option)) called.current = option;
    const before = called.current;
    change((list) => renameOption(list, node.id, at, words, before), `${node.id} option ${at}`);
  };
  const remove = () => {
    const before = nodes;
    const lost = removeOption(nodes, node.id, at);
    change(() => lost);
    if (before.length - lost.length === 0) return;
    const undo = () => change((list) => restoreOption(list, before, node.id, at));
    toast.success(t("toasts.optionRemoved", { option, count: before.length - lost.length }), { undo });
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const empty = option === "";
    if (event.key === "Enter" && !empty) onNext();
    else if (event.key === "Backspace" && empty && node.response_options.length > 1) {
      remove();
      onLeft();
    } else if (event.key !== "Enter") return;
    event.preventDefault();
  };
  const unnamed = option.trim() === "";
  return (
    <div className="flex items-center gap-0.5">
      <Input
        dir="auto"
        data-option
        aria-invalid={unnamed ? true : undefined}
        onKeyDown={keys}
        value={option}
        maxLength={255}
        disabled={disabled}
        data-field={at === 0 ? "response_options" : undefined}
        aria-label={t("step.options.number", { number: at + 1 })}
        placeholder={t("step.options.number", { number: at + 1 })}
        onFocus={() => {
          called.current = "";
        }}
        onChange={(event) => write(event.target.value)}
      />
      {disabled ? null : (
        <>
          <IconButton
            size="sm"
            label={t("step.options.up", { option })}
            disabled={at === 0}
            onClick={() => onSwap(at, at - 1)}
          >
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton
            size="sm"
            label={t("step.options.down", { option })}
            disabled={at === node.response_options.length - 1}
            onClick={() => onSwap(at, at + 1)}
          >
            <ArrowDown aria-hidden />
          </IconButton>
          <IconButton size="sm" label={t("step.options.remove", { option })} onClick={remove}>
            <X aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  );
}

function OptionMore({ node, disabled, option, set }: StepFields & { option: string }) {
  const t = useTranslations("flows.step.options");
  const { tree, open } = useEditing();
  const branch = branchesOf(tree, node).find(({ label }) => sameLabel(label, option));
  const [first] = branch?.nodes ?? [];
  const known = node.autodetect.find((one) => sameLabel(one.value, option));
  const setSynonyms = (synonyms: string[]) => {
    const others = node.autodetect.filter((one) => one !== known);
    const entry = { ...known, value: option, synonyms };
    const kept = synonyms.length > 0 || known ? [...others, entry] : others;
    set({ autodetect: synonyms.length === 0 ? others : kept }, option);
  };
  return (
    <>
      <WordsField
        label={t("synonyms", { option })}
        placeholder={t("synonymsHint")}
        words={known?.synonyms ?? []}
        disabled={disabled}
        onChange={setSynonyms}
      />
      {first ? (
        <Button
          size="sm"
          variant="ghost"
          className="max-w-full justify-self-start"
          icon={<CornerDownRight aria-hidden />}
          onClick={() => open(first.id, "text")}
        >
          <span className="truncate">
            {t("leadsTo", { name: first.internal_name, count: branch?.nodes.length ?? 0 })}
          </span>
        </Button>
      ) : (
        <div className="flex items-center gap-2 text-text-muted text-xs">
          <span className="min-w-0 flex-1">{t("leadsOn")}</span>
          {disabled ? null : (
            <AddStepMenu slot={{ parent: node.internal_name, label: option, after: null }} label={t("addStep")} small />
          )}
        </div>
      )}
    </>
  );
}
