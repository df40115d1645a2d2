"use client";

import { skipToken, useQuery } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import { Checkbox } from "#components/forms/checkbox.tsx";
import { Field } from "#components/forms/field.tsx";
import { Select } from "#components/forms/select.tsx";
import { Textarea } from "#components/forms/textarea.tsx";
import { useTRPC } from "#components/live/api.ts";
import { cn } from "#components/ui/class-names.ts";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Sheet } from "#components/ui/sheet.tsx";

const channels = ["WEBSITE", "WHATSAPP", "FACEBOOK", "INSTAGRAM"] as const;
type Channel = (typeof channels)[number];

/** Says which rule a message would fire, and what keeps the others from it. Nothing is sent. */
export function TriggerTester({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("triggers.tester");
  const form = useTranslations("triggers.form");
  const [text, setText] = useState("");
  const [channel, setChannel] = useState<Channel>("WEBSITE");
  const [inHours, setInHours] = useState(true);
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t("title")} description={t("description")}>
      <div className="grid gap-4 p-4">
        <Field label={t("text")}>
          <Textarea rows={3} maxLength={4096} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <div className="flex flex-wrap items-end gap-4">
          <Field label={t("channel")} className="w-44">
            <Select
              options={channels.map((value) => ({ value, label: form(`channel.${value}`) }))}
              value={channel}
              onValueChange={setChannel}
            />
          </Field>
          <Checkbox label={t("open")} checked={inHours} onCheckedChange={(checked) => setInHours(checked === true)} />
        </div>
        <Verdicts text={text} channel={channel} open={inHours} />
      </div>
    </Sheet>
  );
}

function Verdicts({ text, channel, open }: { text: string; channel: Channel; open: boolean }) {
  const t = useTranslations("triggers");
  const trpc = useTRPC();
  const asked = useDeferredValue(text.trim());
  const tried = useQuery(
    trpc.triggers.try.queryOptions(asked === "" ? skipToken : { text: asked, channel, open }, {
      placeholderData: (before) => before,
    }),
  );
  if (asked === "") return <p className="text-sm text-text-muted">{t("tester.hint")}</p>;
  if (tried.isError && !tried.data)
    return <ErrorState onRetry={() => void tried.refetch()} retrying={tried.isFetching} />;
  if (!tried.data) return null;
  const fired = tried.data.rules.find(({ id }) => id === tried.data.fired);
  return (
    <div className="grid gap-2">
      <p role="status" className="font-medium text-sm">
        {fired ? t("tester.fires", { name: fired.name }) : t("tester.none")}
      </p>
      <ol className="grid divide-y divide-border rounded-lg border border-border empty:hidden">
        {tried.data.rules.map(({ id, name, verdict, match }) => (
          <li key={id} className="flex items-start gap-2 px-3 py-2">
            {verdict === "fires" ? (
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            ) : (
              <Minus aria-hidden className="mt-0.5 size-4 shrink-0 text-text-faint" />
            )}
            <div className="grid min-w-0">
              <span className={cn("truncate text-sm", verdict === "fires" && "font-medium")}>{name}</span>
              <span className="text-text-muted text-xs">
                {t(`tester.verdicts.${verdict}`)}
                {match ? ` ${t("tester.because", { type: t(`matches.types.${match.type}`), value: match.value })}` : ""}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
