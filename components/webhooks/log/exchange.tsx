"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { JsonView } from "#components/json/json-view.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { DeliveryLog } from "#server/webhooks/schema.ts";
import { bodyText } from "./body-text.ts";
import { useFailure } from "./delivery-words.ts";
import { HeaderList } from "./header-list.tsx";
import { TimingBar } from "./timing-bar.tsx";

/** Beyond this the service keeps no more of an answer (decisions.md K6). */
const keptBytes = 4096;

export type Exchanged = Pick<
  DeliveryLog,
  "url" | "payload" | "requestHeaders" | "statusCode" | "responseBody" | "errorMessage" | "success" | "durationMs"
>;

/** What was sent and what came back: side by side where there is room, one below the other where there is not. */
export function Exchange({ attempt }: { attempt: Exchanged }) {
  const t = useTranslations("webhooks.detail");
  return (
    <div className="@container">
      <div className="grid gap-6 @3xl:grid-cols-2">
        <Side title={t("request")}>
          <p className="flex min-w-0 items-start gap-2 font-mono text-xs leading-5">
            <Badge tone="outline">POST</Badge>
            <span className="min-w-0 wrap-anywhere">{attempt.url}</span>
          </p>
          <HeaderList headers={attempt.requestHeaders} />
          <JsonView label={t("requestBody")} text={bodyText(attempt.payload)} />
        </Side>
        <Side title={t("response")}>
          <Answer attempt={attempt} />
        </Side>
      </div>
    </div>
  );
}

function Answer({ attempt }: { attempt: Exchanged }) {
  const t = useTranslations("webhooks.detail");
  const failure = useFailure();
  const { statusCode, responseBody, errorMessage, success, durationMs } = attempt;
  return (
    <>
      <div className="flex min-h-5 items-center gap-2 text-sm">
        {statusCode === null ? (
          <span className="font-medium text-danger">{t("noResponse")}</span>
        ) : (
          <Badge tone={success ? "success" : "danger"}>
            {t("status")} {statusCode}
          </Badge>
        )}
      </div>
      <TimingBar durationMs={durationMs} />
      {errorMessage ? (
        <p className="rounded-md border border-danger/30 bg-danger/6 px-3 py-2 text-sm">
          <span className="font-medium text-danger">{t("error")}</span>
          <span className="mt-0.5 block wrap-anywhere">{failure(attempt)}</span>
        </p>
      ) : null}
      {responseBody ? (
        <JsonView
          label={t("responseBody")}
          text={responseBody}
          note={new Blob([responseBody]).size >= keptBytes ? t("cut") : undefined}
        />
      ) : statusCode === null ? null : (
        <p className="text-sm text-text-muted">{t("noBody")}</p>
      )}
    </>
  );
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-3">
      <h3 className="font-semibold text-sm">{title}</h3>
      {children}
    </section>
  );
}
