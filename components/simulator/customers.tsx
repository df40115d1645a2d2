"use client";

import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { useTRPC } from "#components/live/api.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { PhoneCustomer } from "./use-phone.ts";

const peerPattern = /^(\d{5,17}|[A-Z]{2}\.\w{1,60})$/;

/** A customer to begin with. */
export function defaultCustomer(type: string): PhoneCustomer {
  return { peer: type === "WHATSAPP_API" ? "5491155550101" : "7700000000000101", name: "Ana Pérez" };
}

type CustomersProps = {
  channelId: string;
  type: string;
  customer: PhoneCustomer;
  onChoose: (customer: PhoneCustomer) => void;
};

/** The customer being played: one who has written before, or a new one. */
export function Customers({ channelId, type, customer, onChoose }: CustomersProps) {
  const t = useTranslations("simulator.customers");
  const trpc = useTRPC();
  const threads = useQuery({ ...trpc.simulator.threads.queryOptions({ channelId }), refetchInterval: 3000 });
  return (
    <nav aria-label={t("title")} className="grid content-start gap-3">
      <h2 className="font-medium text-sm">{t("title")}</h2>
      {threads.isPending ? <Skeleton className="h-16" /> : null}
      <ul className="grid max-h-72 gap-0.5 overflow-y-auto">
        {threads.data?.threads.map(({ peer, name, lastAt }) => (
          <li key={peer}>
            <button
              type="button"
              aria-current={peer === customer.peer ? "true" : undefined}
              onClick={() => onChoose({ peer, name: name === peer ? "" : name })}
              className={cn(
                "flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-start hover:bg-text/5 touch:min-h-11",
                peer === customer.peer && "bg-text/7",
              )}
            >
              <Avatar id={peer} name={name} size="md" decorative />
              <span className="grid min-w-0 flex-1">
                <span className="truncate text-sm">{name}</span>
                <span className="truncate text-text-muted text-xs tabular">
                  {name === peer ? null : `${peer} · `}
                  <RelativeTime plain value={lastAt} />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {threads.data?.threads.length === 0 ? <p className="text-sm text-text-muted">{t("none")}</p> : null}
      <NewCustomer whatsapp={type === "WHATSAPP_API"} onChoose={onChoose} />
    </nav>
  );
}

function NewCustomer({ whatsapp, onChoose }: { whatsapp: boolean; onChoose: (customer: PhoneCustomer) => void }) {
  const t = useTranslations("simulator.customers");
  const [open, setOpen] = useState(false);
  const [name, setName] = useState("");
  const [peer, setPeer] = useState("");
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = peer.replace(/[\s+()-]/g, "");
    setWrong(!peerPattern.test(id));
    if (!peerPattern.test(id)) return;
    onChoose({ peer: id, name: name.trim() });
    setOpen(false);
    setName("");
    setPeer("");
  };
  if (!open) {
    return (
      <Button size="sm" icon={<UserPlus aria-hidden />} onClick={() => setOpen(true)}>
        {t("add")}
      </Button>
    );
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-2 rounded-lg border border-border p-3">
      <Field label={t("name")}>
        <Input value={name} maxLength={100} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field
        required
        label={whatsapp ? t("number") : t("id")}
        hint={whatsapp ? t("numberHint") : t("idHint")}
        error={wrong ? t("wrong") : undefined}
      >
        <Input value={peer} maxLength={64} autoComplete="off" onChange={(event) => setPeer(event.target.value)} />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={() => setOpen(false)}>
          {t("cancel")}
        </Button>
        <Button size="sm" type="submit" variant="primary">
          {t("play")}
        </Button>
      </div>
    </form>
  );
}
