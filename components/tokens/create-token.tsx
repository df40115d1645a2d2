"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { CodeBlock } from "#components/json/code-block.tsx";
import { OnceCode } from "#components/json/once-code.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";
import type { Permission } from "#server/core/permissions.ts";
import { PermissionPicker } from "./permission-picker.tsx";
import { endOf, noExpiry, TokenExpiry } from "./token-expiry.tsx";

type CreateTokenProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function CreateToken({ open, onOpenChange }: CreateTokenProps) {
  const t = useTranslations("tokens.create");
  const [token, setToken] = useState<string>();
  const close = (next: boolean) => {
    onOpenChange(next);
    if (!next) setToken(undefined);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={token ? t("doneTitle") : t("title")}
      description={token ? t("doneDescription") : t("description")}
    >
      {token ? <ShownOnce token={token} onClose={() => close(false)} /> : <CreateForm onMade={setToken} />}
    </Dialog>
  );
}

function ShownOnce({ token, onClose }: { token: string; onClose: () => void }) {
  const t = useTranslations("tokens.create");
  const example = `curl -H "Authorization: Bearer ${token}" ${window.location.origin}/v1/users/me`;
  return (
    <>
      <DialogBody>
        <OnceCode label={t("tokenLabel")} code={token} />
        <CodeBlock wrap label={t("tryLabel")} code={example} />
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          {t("close")}
        </Button>
      </DialogFooter>
    </>
  );
}

/* Apart from the dialog, so that it starts afresh each time the dialog opens. */
function CreateForm({ onMade }: { onMade: (token: string) => void }) {
  const t = useTranslations("tokens.create");
  const trpc = useTRPC();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [name, setName] = useState("");
  const [permissions, setPermissions] = useState<Permission[]>([]);
  const [expiry, setExpiry] = useState(noExpiry);
  useUnsaved([name, permissions, expiry]);
  const [refusal, setRefusal] = useState(noRefusal);
  const create = useMutation(
    trpc.tokens.create.mutationOptions({
      onSuccess: ({ token }) => {
        cache.refresh(cache.of("tokens"));
        onMade(token);
      },
      onError: (error, given) => {
        const refused = refusals.of(error, given);
        setRefusal(refused.fields.permissions ? { ...refused, sentence: t("needOne") } : refused);
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefusal(noRefusal);
    create.mutate({ name, permissions, expiresAt: endOf(expiry, new Date()) });
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("name")} hint={t("nameHint")} error={refusal.fields.name} required>
          <Input value={name} maxLength={255} autoComplete="off" onChange={(event) => setName(event.target.value)} />
        </Field>
        <TokenExpiry
          value={expiry}
          onChange={(next) => {
            setExpiry(next);
            setRefusal(noRefusal);
          }}
          error={refusal.fields.expiresAt}
        />
        <div className="grid gap-3">
          <p className="font-medium text-sm">{t("permissions")}</p>
          <PermissionPicker values={permissions} onValuesChange={setPermissions} />
        </div>
        <RefusalNote refusal={refusal} />
      </DialogBody>
      <DialogFooter>
        <Button type="submit" variant="primary" loading={create.isPending}>
          {t("submit")}
        </Button>
      </DialogFooter>
    </form>
  );
}
