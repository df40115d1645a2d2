"use client";

import { useMutation } from "@tanstack/react-query";
import type { inferProcedureInput } from "@trpc/server";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, type Refusal, useRefusals } from "#components/companies/refusals.ts";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useUnsavedChanges } from "#components/forms/use-unsaved.ts";
import { useMay } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { Macro } from "#server/macros/schema.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import { ActionList, type DraftAction, faultyActions } from "./action-list.tsx";
import type { Names } from "./use-names.ts";

/** `new`, the macro to change, or nothing. */
export type EditedMacro = Macro | "new" | undefined;
type Kept = inferProcedureInput<AppRouter["macros"]["create"]>["actions"];

type MacroFormProps = { edited: EditedMacro; names: Names; onClose: () => void };

export function MacroForm({ edited, names, onClose }: MacroFormProps) {
  const t = useTranslations("macros.form");
  return (
    <Dialog
      size="lg"
      open={edited !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={edited === "new" ? t("createTitle") : t("editTitle")}
    >
      {edited ? <Form macro={edited === "new" ? undefined : edited} names={names} onClose={onClose} /> : null}
    </Dialog>
  );
}

type FormProps = Pick<MacroFormProps, "names" | "onClose"> & { macro: Macro | undefined };

function Form({ macro, names, onClose }: FormProps) {
  const t = useTranslations("macros");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const sharing = useMay("clients_write");
  const [draft, setDraft] = useState({
    ...{ name: macro?.name ?? "", key: macro?.key ?? "" },
    scope: macro?.scope ?? (sharing ? ("company" as const) : ("private" as const)),
  });
  const [actions, setActions] = useState<readonly DraftAction[]>(() =>
    (macro?.actions ?? []).map((action, id) => ({ ...action, id })),
  );
  const [refusal, setRefusal] = useState<Refusal>(noRefusal);
  // Checked by the server, action by action.
  const kept = { ...draft, actions: actions.map(({ name, input }) => ({ name, input })) as Kept };
  const changes = useUnsavedChanges(kept);
  const [faulty, setFaulty] = useState<ReadonlySet<number>>(new Set());
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("macros"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => {
      const taken = failureOf(error).code === "already_exists";
      const places = faultyActions(error);
      setFaulty(places);
      if (taken) setRefusal({ fields: { key: t("form.keyTaken") }, sentence: undefined });
      else setRefusal(refusals.of(error, { ...draft, actions: actions.length === 0 ? "" : actions }));
    },
  };
  const create = useMutation(trpc.macros.create.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(macro, (api) => api.macros.all.query({}), trpc.macros.update.mutationOptions(settled)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (macro) update.mutate({ macroId: macro.id, ...changes });
    else create.mutate(kept);
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-4">
          <Field label={t("form.name")} error={refusal.fields.name} required>
            <Input
              value={draft.name}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => setDraft({ ...draft, name: event.target.value })}
            />
          </Field>
          <Field label={t("form.key")} error={refusal.fields.key}>
            <Input
              leading="M"
              value={draft.key}
              maxLength={1}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setDraft({ ...draft, key: event.target.value.toLowerCase() })}
            />
          </Field>
        </div>
        <p className="-mt-2 text-text-muted text-xs">{t("form.keyHint")}</p>
        <ActionList
          actions={actions}
          names={names}
          faulty={faulty}
          error={refusal.fields.actions}
          onActions={(next) => {
            setActions(next);
            setFaulty(new Set());
          }}
        />
        {sharing ? (
          <Checkbox
            label={t("form.private")}
            checked={draft.scope === "private"}
            onCheckedChange={(on) => setDraft({ ...draft, scope: on === true ? "private" : "company" })}
          />
        ) : null}
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending || update.isPending}>
          {macro ? t("form.save") : t("form.create")}
        </Button>
      </DialogFooter>
    </form>
  );
}
