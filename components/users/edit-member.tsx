"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useUnsavedChanges } from "#components/forms/use-unsaved.ts";
import { useMay, useProfile } from "#components/frame/profile.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useUnclashed } from "#components/settings/unclashed.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { User } from "#server/users/schema.ts";
import { MemberAccess } from "./member-access.tsx";
import { RoleChoice } from "./role-choice.tsx";

type EditMemberProps = { edited: User | undefined; onClose: () => void };

export function EditMember({ edited: user, onClose }: EditMemberProps) {
  const t = useTranslations("users.edit");
  return (
    <Dialog open={user !== undefined} onOpenChange={(open) => !open && onClose()} title={user?.name ?? t("title")}>
      {user ? <EditForm key={user.id} user={user} onClose={onClose} /> : null}
    </Dialog>
  );
}

function EditForm({ user, onClose }: { user: User; onClose: () => void }) {
  const t = useTranslations("users.edit");
  const words = useTranslations("users.create");
  const faults = useTranslations("companies.faults");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const refusals = useRefusals();
  const self = useProfile().user.id === user.id;
  const mayGovern = useMay("admin") || user.role !== "admin";
  const [draft, setDraft] = useState({ name: user.name, email: user.email, role: user.role, roleId: user.roleId });
  const { name, email, role, roleId } = draft;
  const { cast, ...changes } = useUnsavedChanges({ name, email, cast: { role, roleId } });
  const isClean = cast === undefined && Object.keys(changes).length === 0;
  const isSame = draft.role === user.role && draft.roleId === user.roleId;
  const [refusal, setRefusal] = useState(noRefusal);
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const settled = {
    onSuccess: () => {
      cache.refresh(cache.of("users"));
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: unknown) => {
      const { code } = failureOf(error);
      if (code === "already_exists") setRefusal({ fields: { email: t("exists") }, sentence: undefined });
      else if (code === "conflict") setRefusal({ fields: {}, sentence: faults("lastAdmin") });
      else setRefusal(refusals.of(error, draft));
    },
  };
  const save = useMutation(
    useUnclashed(user, (api) => api.users.read.query({ userId: user.id }), trpc.users.update.mutationOptions(settled)),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefusal(noRefusal);
    save.mutate({ userId: user.id, ...changes, ...cast });
  };
  return (
    <form method="post" noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={words("name")} error={refusal.fields.name} required>
          <Input value={draft.name} disabled={!mayGovern} onChange={(event) => change({ name: event.target.value })} />
        </Field>
        <Field label={words("email")} error={refusal.fields.email} required>
          <Input
            type="email"
            value={draft.email}
            disabled={!mayGovern}
            onChange={(event) => change({ email: event.target.value })}
          />
        </Field>
        {mayGovern ? (
          <Field
            label={words("role")}
            hint={isSame ? undefined : t("roleWarning")}
            error={refusal.fields.role ?? refusal.fields.roleId}
          >
            <RoleChoice value={draft} onValueChange={change} />
          </Field>
        ) : null}
        <RefusalNote refusal={refusal} />
        {mayGovern ? <MemberAccess user={user} self={self} onDone={() => isClean && onClose()} /> : null}
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={save.isPending} disabled={!mayGovern}>
          {t("save")}
        </Button>
      </DialogFooter>
    </form>
  );
}
