"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { BookOpen, KeyRound, Plus } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { SettingsPage } from "#components/companies/settings-parts.tsx";
import { useTRPC } from "#components/live/api.ts";
import { TokenUsageCell } from "#components/requests/token-usage.tsx";
import { Deletion } from "#components/settings/deletion.tsx";
import { DataTable } from "#components/tables/data-table.tsx";
import type { Column } from "#components/tables/table-columns.ts";
import { exactMoment } from "#components/time/moments.ts";
import { RelativeTime } from "#components/time/relative-time.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { laterModal } from "#components/ui/late/later.tsx";
import { isPermission } from "#server/core/permissions.ts";
import type { TokenUsage } from "#server/requests/schema.ts";
import type { Token } from "#server/tokens/schema.ts";
import { TokenStates, UnusedTokens } from "./token-states.tsx";

const CreateToken = laterModal(
  () => import("./create-token.tsx"),
  (module) => module.CreateToken,
);

const usageDays = 7;

export function TokensSettings() {
  const t = useTranslations("tokens");
  const trpc = useTRPC();
  const tokens = useQuery(trpc.tokens.list.queryOptions({}));
  const [creating, setCreating] = useState(false);
  const [doomed, setDoomed] = useState<Token>();
  const usage = useQuery(trpc.requests.usage.queryOptions({ days: usageDays }, { refetchInterval: 30_000 }));
  const columns = useColumns(setDoomed, usage.data);
  const list = tokens.data ?? [];
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
      {t("add")}
    </Button>
  );
  return (
    <SettingsPage
      wide
      title={t("title")}
      description={t("description")}
      actions={
        <>
          <Button asChild>
            <a href="/docs" target="_blank" rel="noopener">
              <BookOpen aria-hidden />
              {t("reference")}
            </a>
          </Button>
          {list.length > 0 ? add : null}
        </>
      }
    >
      <UnusedTokens tokens={list} />
      <DataTable
        label={t("table")}
        className="pt-2"
        columns={columns}
        rows={list}
        rowKey={(token) => token.id}
        rowLabel={(token) => token.name}
        status={tokens.isError && !tokens.data ? "error" : tokens.isPending ? "loading" : "ready"}
        onRetry={() => void tokens.refetch()}
        skeletonRows={4}
        empty={<EmptyState icon={<KeyRound />} title={t("emptyTitle")} description={t("emptyHint")} actions={add} />}
      />
      <CreateToken open={creating} onOpenChange={setCreating} />
      <RevokeToken token={doomed} onClose={() => setDoomed(undefined)} />
    </SettingsPage>
  );
}

function useColumns(onRevoke: (token: Token) => void, usage: readonly TokenUsage[] | undefined): Column<Token>[] {
  const t = useTranslations("tokens");
  const format = useFormatter();
  return [
    {
      id: "name",
      header: t("columns.name"),
      cell: (token) => (
        <span className="grid min-w-0 gap-1 py-0.5">
          <span className="truncate font-medium">{token.name}</span>
          <TokenStates token={token} />
          {/* On a phone there is one column: two would cut both short. */}
          <span className="text-xs md:hidden">
            <Granted names={token.permissions} />
          </span>
        </span>
      ),
    },
    {
      id: "token",
      header: t("columns.token"),
      width: 150,
      from: "lg",
      cell: (token) => (
        <code className="font-mono text-text-muted text-xs">
          {token.prefix}…{token.last4}
        </code>
      ),
    },
    {
      id: "permissions",
      header: t("columns.permissions"),
      from: "md",
      cell: (token) => <Granted names={token.permissions} />,
    },
    {
      id: "owner",
      header: t("columns.owner"),
      width: 150,
      from: "xl",
      cell: (token) => <span className="truncate text-text-muted">{token.userName}</span>,
    },
    {
      id: "usage",
      header: t("columns.usage", { days: usageDays }),
      width: 132,
      from: "md",
      cell: (token) =>
        usage ? <TokenUsageCell token={token} usage={usage.find(({ tokenId }) => tokenId === token.id)} /> : null,
    },
    {
      id: "used",
      header: t("columns.used"),
      width: 100,
      from: "md",
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <RelativeTime value={lastUsedAt} /> : <span className="text-text-faint">{t("never")}</span>,
    },
    {
      id: "expires",
      header: t("columns.expires"),
      width: 120,
      from: "lg",
      cell: ({ expiresAt }) =>
        expiresAt ? (
          <time dateTime={expiresAt} title={format.dateTime(new Date(expiresAt), exactMoment)}>
            {format.dateTime(new Date(expiresAt), { dateStyle: "medium" })}
          </time>
        ) : (
          <span className="text-text-faint">{t("never")}</span>
        ),
    },
    {
      id: "actions",
      header: t("columns.actions"),
      width: 100,
      align: "end",
      cell: (token) => (
        <Button
          size="sm"
          variant="danger-ghost"
          aria-label={t("revokeOf", { name: token.name })}
          onClick={() => onRevoke(token)}
        >
          {t("revoke")}
        </Button>
      ),
    },
  ];
}

/** The first permission by name and how many more; all of them on hover. */
function Granted({ names }: { names: readonly string[] }) {
  const t = useTranslations("tokens");
  const words = names.map((name) => (isPermission(name) ? t(`permissions.${name}`) : name));
  const [first, ...rest] = words;
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={words.join("\n")}>
      <span className="truncate text-text-muted">{names.includes("admin") ? t("everything") : first}</span>
      {rest.length > 0 ? <Badge>{t("more", { count: rest.length })}</Badge> : null}
    </span>
  );
}

function RevokeToken({ token, onClose }: { token: Token | undefined; onClose: () => void }) {
  const t = useTranslations("tokens.remove");
  const remove = useMutation(useTRPC().tokens.revoke.mutationOptions());
  const name = token?.name ?? "";
  return (
    <Deletion
      open={token !== undefined}
      words={{
        title: t("title", { name }),
        description: t("description"),
        confirm: t("confirm"),
        done: t("done", { name }),
      }}
      run={() => remove.mutateAsync({ tokenId: token?.id ?? "" })}
      lists="tokens"
      onClose={onClose}
    />
  );
}
