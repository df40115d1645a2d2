"use client";

import { useQuery } from "@tanstack/react-query";
import { FlaskConical, MousePointerClick, Workflow } from "lucide-react";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useMay } from "#components/frame/profile.tsx";
import { useShortcuts } from "#components/keys/shortcuts.tsx";
import { failureOf, useTRPC } from "#components/live/api.ts";
import { DataList, type DataListHandle } from "#components/tables/data-list.tsx";
import { ListSkeleton } from "#components/tables/list-skeleton.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { ResizablePane } from "#components/ui/resizable-pane.tsx";
import type { FulfillmentCallSummary } from "#server/chatbots/fulfillment/schema.ts";
import { FulfillmentDetail } from "./fulfillment-detail.tsx";
import { callRowHeight, FulfillmentRow } from "./fulfillment-row.tsx";
import { FulfillmentTest } from "./fulfillment-test.tsx";

/** The last calls of a chatbot to its customer's endpoints: what was sent, what came back, what of it counted. */
export function FulfillmentPage({ chatbotId }: { chatbotId: string }) {
  const t = useTranslations("fulfillment");
  const trpc = useTRPC();
  const mayWrite = useMay("websites_write");
  const calls = useQuery(trpc.chatbots.fulfillmentCalls.queryOptions({ chatbotId }));
  const [testing, setTesting] = useState(false);
  const [callId, open] = useOpenCall();
  const code = calls.isError ? failureOf(calls.error).code : undefined;
  if (code === "not_found") return <Gone />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title={t("title")}
        description={t("description")}
        back={{ href: "/chatbots", label: t("back") }}
        actions={
          mayWrite ? (
            <Button icon={<FlaskConical aria-hidden />} onClick={() => setTesting(true)}>
              {t("test.open")}
            </Button>
          ) : undefined
        }
        className={cn(callId !== "" && "phone:hidden")}
      />
      <div className="flex min-h-0 flex-1 border-border border-t">
        <ResizablePane
          storageKey="fulfillment"
          label={t("width")}
          defaultWidth={400}
          min={300}
          max={640}
          className={cn("border-border border-r phone:border-r-0", callId !== "" && "phone:hidden")}
        >
          <CallList
            calls={calls}
            callId={callId}
            onOpen={open}
            onTest={mayWrite ? () => setTesting(true) : undefined}
          />
        </ResizablePane>
        <div className={cn("flex min-h-0 min-w-0 flex-1 flex-col", callId === "" && "phone:hidden")}>
          {callId === "" ? (
            <EmptyState icon={<MousePointerClick />} title={t("choose")} className="my-auto" />
          ) : (
            <FulfillmentDetail key={callId} chatbotId={chatbotId} callId={callId} onOpen={open} />
          )}
        </div>
      </div>
      {mayWrite ? <FulfillmentTest chatbotId={chatbotId} open={testing} onOpenChange={setTesting} /> : null}
    </div>
  );
}

/** The open call stands in the address, so that it can be shared and the back button closes it. */
function useOpenCall(): [string, (id: string) => void] {
  const router = useRouter();
  const callId = useSearchParams().get("call") ?? "";
  const open = (id: string) => {
    const address = id === "" ? window.location.pathname : `?call=${encodeURIComponent(id)}`;
    if (callId === "") router.push(address, { scroll: false });
    else router.replace(address, { scroll: false });
  };
  return [callId, open];
}

type CallListProps = {
  calls: {
    data?: FulfillmentCallSummary[] | undefined;
    isPending: boolean;
    isError: boolean;
    error: unknown;
    refetch: () => unknown;
  };
  callId: string;
  onOpen: (id: string) => void;
  onTest: (() => void) | undefined;
};

function CallList({ calls, callId, onOpen, onTest }: CallListProps) {
  const t = useTranslations("fulfillment");
  const list = useRef<DataListHandle>(null);
  useShortcuts(t("title"), [
    { keys: "j", label: t("shortcuts.next"), run: () => list.current?.move("next") },
    { keys: "k", label: t("shortcuts.previous"), run: () => list.current?.move("previous") },
  ]);
  if (calls.isPending) return <ListSkeleton rowHeight={callRowHeight} />;
  if (calls.isError && !calls.data) {
    const told = failureOf(calls.error).message || undefined;
    return <ErrorState description={told} onRetry={() => void calls.refetch()} className="my-auto" />;
  }
  const items = calls.data ?? [];
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<Workflow />}
        title={t("emptyTitle")}
        description={t("emptyDescription")}
        actions={onTest ? <Button onClick={onTest}>{t("test.open")}</Button> : null}
        className="my-auto"
      />
    );
  }
  return (
    <DataList
      ref={list}
      label={t("list")}
      items={items}
      itemKey={({ id }) => id}
      rowHeight={callRowHeight}
      selectedKey={callId || undefined}
      onActiveChange={({ id }) => onOpen(id)}
      onOpen={({ id }) => onOpen(id)}
      renderItem={(call, state) => <FulfillmentRow call={call} {...state} />}
      footer={<p className="px-3 py-4 text-center text-text-muted text-xs">{t("end")}</p>}
    />
  );
}

function Gone() {
  const t = useTranslations("fulfillment");
  return (
    <EmptyState
      icon={<Workflow />}
      title={t("gone")}
      actions={
        <Button asChild>
          <Link href="/chatbots">{t("back")}</Link>
        </Button>
      }
      className="my-auto"
    />
  );
}
