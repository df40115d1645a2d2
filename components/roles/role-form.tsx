"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useUnsavedChanges } from "#components/forms/use-unsaved.ts";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { maskable, type Permission, rolePermissionNames, wholePermissions } from "#server/core/permissions.ts";
import type { Role } from "#server/roles/schema.ts";
import { type Draft, ReachFields } from "./reach-fields.tsx";

/** `new`, the role to change, or nothing. */
export type EditedRole = Role | "new" | undefined;

export function RoleForm({ edited, onClose }: { edited: EditedRole; onClose: () => void }) {
  const t = useTranslations("roles.form");
  return (
    <Dialog
      open={edited !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={edited === "new" ? t("createTitle") : t("editTitle")}
    >
      {edited ? <Form role={edited === "new" ? undefined : edited} onClose={onClose} /> : null}
    </Dialog>
  );
}

const fresh: Draft = {
  name: "",
  permissions: ["clients_read", "clients_write", "chat_talk"],
  readScope: "assigned",
  writeScope: "assigned",
  channels: [],
  unassigned: true,
  maskedFields: [],
};

/** What the server would refuse beside what is chosen. */
function refusedBy({ readScope, maskedFields }: Draft): readonly string[] {
  return [
    ...(readScope === "all" ? [] : wholePermissions.narrowed),
    ...(maskedFields.length === 0 ? [] : wholePermissions.masked),
  ];
}

function draftOf({ name, permissions, readScope, writeScope, channels, unassigned, maskedFields }: Role): Draft {
  return { name, permissions, readScope, writeScope, channels, unassigned, maskedFields };
}

type FormProps = { role: Role | undefined; onClose: () => void };

function Form({ role, onClose }: FormProps) {
  const t = useTranslations("roles");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [draft, setDraft] = useState(role ? draftOf(role) : fresh);
  const [refusal, setRefusal] = useState(noRefusal);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("roles"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => {
      const { code } = failureOf(error);
      if (code === "already_exists") setRefusal({ fields: { name: t("form.exists") }, sentence: undefined });
      else if (code === "forbidden") setRefusal({ fields: {}, sentence: t("form.tooMuch") });
      else setRefusal(refusals.of(error, draft));
    },
  };
  const create = useMutation(trpc.roles.create.mutationOptions(settled));
  const update = useMutation(
    useUnclashed(role, (api) => api.roles.list.query({}), trpc.roles.update.mutationOptions(settled)),
  );
  const refused = refusedBy(draft);
  const permissions = draft.permissions.filter((name) => !refused.includes(name));
  const changes = useUnsavedChanges({ ...draft, permissions });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefusal(noRefusal);
    if (role) update.mutate({ roleId: role.id, ...changes });
    else create.mutate({ ...draft, permissions });
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("form.name")} error={refusal.fields.name} required>
          <Input
            value={draft.name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Permissions
          values={draft.permissions}
          refused={refused}
          onValuesChange={(permissions) => change({ permissions })}
        />
        <ReachFields draft={draft} faults={refusal.fields} onChange={change} />
        <fieldset className="grid gap-2">
          <legend className="pb-1.5 font-medium text-sm">{t("form.masks")}</legend>
          <p className="text-text-muted text-xs">{t("form.masksHint")}</p>
          {maskable.map((field) => (
            <Checkbox
              key={field}
              label={t(`masks.${field}`)}
              checked={draft.maskedFields.includes(field)}
              onCheckedChange={(on) =>
                change({
                  maskedFields: maskable.filter((one) =>
                    one === field ? on === true : draft.maskedFields.includes(one),
                  ),
                })
              }
            />
          ))}
        </fieldset>
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending || update.isPending}>
          {role ? t("form.save") : t("form.create")}
        </Button>
      </DialogFooter>
    </form>
  );
}

type PermissionsProps = {
  values: readonly string[];
  refused: readonly string[];
  onValuesChange: (values: string[]) => void;
};

function Permissions({ values, refused, onValuesChange }: PermissionsProps) {
  const t = useTranslations("roles");
  const word = (name: Permission) => t(`permissions.${name as Exclude<Permission, "admin" | `${string}_assigned`>}`);
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1.5 font-medium text-sm">{t("form.permissions")}</legend>
      {refused.length > 0 ? <p className="text-text-muted text-xs">{t("form.whole")}</p> : null}
      {rolePermissionNames.map((name) => {
        const isRefused = refused.includes(name);
        return (
          <Checkbox
            key={name}
            label={word(name)}
            disabled={isRefused}
            checked={!isRefused && values.includes(name)}
            onCheckedChange={(on) =>
              onValuesChange(rolePermissionNames.filter((one) => (one === name ? on === true : values.includes(one))))
            }
          />
        );
      })}
    </fieldset>
  );
}
