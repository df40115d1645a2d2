"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { RefusalNote } from "#components/companies/refusal-note.tsx";
import { noRefusal, useRefusals } from "#components/companies/refusals.ts";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { Dialog, DialogBody, DialogFooter } from "#components/ui/dialog.tsx";

const types = ["WEBSITE", "WHATSAPP_API", "FACEBOOK", "INSTAGRAM"] as const;

type CreateChannelProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function CreateChannel({ open, onOpenChange }: CreateChannelProps) {
  const t = useTranslations("channels.create");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      <CreateForm />
    </Dialog>
  );
}

/* Apart from the dialog, so that it starts afresh each time the dialog opens. */
function CreateForm() {
  const t = useTranslations("channels.create");
  const trpc = useTRPC();
  const router = useRouter();
  const { cache } = useLive();
  const refusals = useRefusals();
  const [label, setLabel] = useState("");
  const [type, setType] = useState<(typeof types)[number]>("WEBSITE");
  const [sandbox, setSandbox] = useState(false);
  useUnsaved([label, type, sandbox]);
  const simulated = useQuery(trpc.simulator.accounts.queryOptions({})).data?.available ?? false;
  const tTypes = useTranslations("channels.types");
  const isSandbox = sandbox && simulated && type !== "WEBSITE";
  const [refusal, setRefusal] = useState(noRefusal);
  const create = useMutation(
    trpc.channels.create.mutationOptions({
      onSuccess: ({ id }) => {
        cache.refresh([...cache.of("channels"), ...cache.of("plans")]);
        router.push(`/settings/channels/${id}`);
      },
      onError: (error) => setRefusal(refusals.of(error, { label })),
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefusal(noRefusal);
    create.mutate({ type, label: label.trim(), sandbox: isSandbox });
  };
  return (
    <form noValidate className="contents" onSubmit={submit}>
      <DialogBody>
        <Field label={t("type")}>
          <Select
            value={type}
            onValueChange={setType}
            options={types.map((value) => ({
              value,
              label: tTypes(value),
              icon: <ChannelIcon channel={value} decorative />,
            }))}
          />
        </Field>
        <Field label={t("label")} hint={t("labelHint")} error={refusal.fields.label} required>
          <Input value={label} maxLength={255} autoComplete="off" onChange={(event) => setLabel(event.target.value)} />
        </Field>
        {type !== "WEBSITE" && simulated ? (
          <Field inline label={t("sandbox")} hint={t("sandboxHint")}>
            <Switch checked={sandbox} onCheckedChange={setSandbox} />
          </Field>
        ) : null}
        {type !== "WEBSITE" && !isSandbox ? <p className="text-sm text-text-muted">{t("connectLater")}</p> : null}
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
