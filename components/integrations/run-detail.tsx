"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { CodeBlock } from "#components/json/code-block.tsx";
import { LogTime } from "#components/tables/log-time.tsx";
import { Badge } from "#components/ui/badge.tsx";
import type { IntegrationRunView } from "#server/integrations/schema.ts";

const tones = { succeeded: "success", skipped: "neutral", failed: "danger", pending: "warning" } as const;

/** What an integration did for one cause: how it ended and why, and each call with its answer. */
export function RunDetail({ run, open = false }: { run: IntegrationRunView; open?: boolean }) {
  const t = useTranslations("integrations.runs");
  const { status, cause, conversationId, visitorName, reason, message, attempt, calls, createdAt } = run;
  return (
    <div className="grid min-w-0 gap-1 text-sm">
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
        {conversationId ? (
          <Link
            href={`/inbox/${conversationId}?view=all`}
            className="min-w-0 truncate rounded-sm font-medium hover:underline"
          >
            {visitorName || t("nameless")}
          </Link>
        ) : null}
        <LogTime value={createdAt} />
      </span>
      <span className="text-text-muted text-xs">
        {t(`cause.${cause}`)}
        {attempt > 1 ? ` · ${t("attempts", { count: attempt })}` : ""}
      </span>
      {reason ? (
        <p className="text-pretty text-xs">
          {t(`reason.${reason}`)} {message ? <span className="text-text-muted">{message}</span> : null}
        </p>
      ) : null}
      {calls.length > 0 ? (
        <details open={open} className="min-w-0 text-xs">
          <summary className="cursor-pointer rounded-sm text-text-muted">{t("calls", { count: calls.length })}</summary>
          <ol className="mt-2 grid min-w-0 gap-3">
            {calls.map((call, index) => (
              <Call key={`${call.at}-${index}`} call={call} />
            ))}
          </ol>
        </details>
      ) : null}
    </div>
  );
}

function Call({ call }: { call: IntegrationRunView["calls"][number] }) {
  const t = useTranslations("integrations.runs");
  const { method, url, headers, body, statusCode, answer, durationMs } = call;
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const request = [`${method} ${url}`, ...head, ...(body ? ["", body] : [])].join("\n");
  const label = statusCode === null ? t("noAnswer") : t("answered", { status: statusCode, ms: durationMs });
  return (
    <li className="grid min-w-0 gap-2">
      <CodeBlock wrap code={request} label={t("request")} className="[&_pre]:max-h-60" />
      {answer ? (
        <CodeBlock wrap code={answer} label={label} className="[&_pre]:max-h-60" />
      ) : (
        <p className="text-text-muted">{label}</p>
      )}
    </li>
  );
}
