"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Field } from "#components/forms/field.tsx";
import { Input } from "#components/forms/input.tsx";
import { Select } from "#components/forms/select.tsx";
import { Switch } from "#components/forms/switch.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useToast } from "#components/ui/toast.tsx";

const switches = [
  "reorder",
  "statusFirst",
  "skipDelivered",
  "milliseconds",
  "batch",
  "serverErrorAccepts",
  "pairLimit",
  "tokenRevoked",
  "statuses",
] as const;

const numbers = {
  duplicates: 10,
  disableAfter: 12,
  delayMs: 600_000,
  errorRate: 100,
  errorCode: 9_999_999,
  asyncErrorRate: 100,
  asyncErrorCode: 9_999_999,
  serverErrorRate: 100,
  timeoutRate: 100,
  throughput: 1000,
} as const;
const numberNames = [
  "duplicates",
  "disableAfter",
  "delayMs",
  "errorRate",
  "errorCode",
  "asyncErrorRate",
  "asyncErrorCode",
  "serverErrorRate",
  "timeoutRate",
  "throughput",
] as const;

const media = ["off", "gone", "expired", "broken", "large", "altered"] as const;
const signatures = ["off", "wrong", "missing"] as const;

const calm = {
  disableAfter: 0,
  ...{ duplicates: 0, reorder: false, delayMs: 0, statusFirst: false, skipDelivered: false, milliseconds: false },
  ...{ batch: false, errorRate: 0, asyncErrorRate: 0, serverErrorRate: 0, timeoutRate: 0, throughput: 80 },
  ...{ serverErrorAccepts: false, pairLimit: false, tokenRevoked: false, statuses: true },
  badSignature: "off",
  media: "off",
} as const;

/** What goes wrong on purpose; every change counts from now on. */
export function FaultsPanel({ channelId }: { channelId: string }) {
  const t = useTranslations("simulator.faults");
  const tAll = useTranslations("simulator");
  const trpc = useTRPC();
  const toast = useToast();
  const { cache } = useLive();
  const faults = useQuery(trpc.simulator.faults.queryOptions({ channelId }));
  const save = useMutation(
    trpc.simulator.setFaults.mutationOptions({
      onSettled: () => cache.refresh(cache.of("simulator.faults")),
      onError: (error) => toast.error(tAll("failed"), { description: failureOf(error).message || tAll("failedHint") }),
    }),
  );
  const set = (change: Parameters<typeof save.mutate>[0]["faults"]) => save.mutate({ channelId, faults: change });
  const { data } = faults;
  if (!data) {
    return faults.isError ? (
      <ErrorState onRetry={() => void faults.refetch()} retrying={faults.isFetching} />
    ) : (
      <Skeleton className="h-64 rounded-lg" />
    );
  }
  return (
    <div className="grid gap-3">
      <p className="text-sm text-text-muted">{t("hint")}</p>
      <Field label={t("badSignature")}>
        <Select
          value={data.badSignature}
          onValueChange={(badSignature) => set({ badSignature })}
          options={signatures.map((value) => ({ value, label: t(`signatures.${value}`) }))}
        />
      </Field>
      <Field label={t("media")}>
        <Select
          value={data.media}
          onValueChange={(next) => set({ media: next })}
          options={media.map((value) => ({ value, label: t(`medias.${value}`) }))}
        />
      </Field>
      {switches.map((name) => (
        <Field key={name} inline label={t(name)}>
          <Switch checked={data[name]} onCheckedChange={(on) => set({ [name]: on })} />
        </Field>
      ))}
      <div className="grid grid-cols-2 items-end gap-3">
        {numberNames.map((name) => (
          <Field key={name} label={t(name)}>
            <Input
              key={`${name} ${data[name]}`}
              type="number"
              min={0}
              max={numbers[name]}
              defaultValue={data[name]}
              onBlur={(event) => {
                const next = Math.min(
                  numbers[name],
                  Math.max(name === "throughput" ? 1 : 0, Math.round(Number(event.target.value) || 0)),
                );
                if (next !== data[name]) set({ [name]: next });
              }}
            />
          </Field>
        ))}
      </div>
      <Button size="sm" className="justify-self-start" onClick={() => set(calm)}>
        {t("calm")}
      </Button>
    </div>
  );
}
