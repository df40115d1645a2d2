"use client";

import type { inferProcedureInput } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { BulkAnswer, BulkRowView } from "#server/actions/bulk/schema.ts";
import type { AppRouter } from "#server/trpc/router.ts";
import { leftIn } from "../data/taking-back.ts";
import { followJob, untilAnswered } from "./following-job.ts";
import { takesBack, useLasting } from "./use-lasting.ts";

export type BulkInput = inferProcedureInput<AppRouter["actions"]["bulk"]>;
export type BulkCall = BulkInput["actions"][number];
export type Progress = { jobId: string; total: number; ended: number };

const undoMs = 10_000;

type Ended = {
  jobId: string;
  done: number;
  failed: number;
  cancelled: number;
  undoable: boolean;
  /** Of an undo: where something stays as it is, since it was changed again afterwards. */
  left: number;
};

/**
 * Runs actions on many conversations, follows a job to its end, says what came of it and offers to undo it. Also when
 * its page has been left meanwhile: the notice stands above all pages.
 */
export function useBulk() {
  const t = useTranslations("actions.bulk");
  const toast = useToast();
  const lastingOf = useLasting();
  const api = useTRPCClient();
  const [progress, setProgress] = useState<Progress>();
  const [failures, setFailures] = useState<readonly BulkRowView[]>();

  const follow = async (answer: BulkAnswer): Promise<Ended> => {
    const { jobId, total, results, done = 0, failed = 0 } = answer;
    if (results) {
      const undoable = results.some((one) => one.outcome !== "skipped");
      return { jobId, done, failed, cancelled: 0, undoable, left: leftIn(answer) };
    }
    const job = await followJob(
      () => api.actions.job.query({ jobId, limit: 1 }),
      ({ waiting }) => setProgress({ jobId, total, ended: total - waiting }),
    );
    return { jobId, ...job, left: job.skipped + job.failed };
  };

  /** The rows that failed, at most the first hundred. */
  const failedRows = async (jobId: string): Promise<BulkRowView[]> => {
    const found: BulkRowView[] = [];
    for (let cursor: string | null = ""; cursor !== null && found.length < 100; ) {
      const asked = { jobId, limit: 100, ...(cursor ? { cursor } : {}) };
      const page: Awaited<ReturnType<typeof api.actions.job.query>> = await untilAnswered(() =>
        api.actions.job.query(asked),
      );
      found.push(...page.results.filter((row) => row.outcome === "failed"));
      cursor = page.pagination.nextCursor;
    }
    return found;
  };

  const complain = (error: unknown) => {
    setProgress(undefined);
    toast.error(t("notDone"), { description: failureOf(error).message });
  };
  const followToEnd = async (answer: BulkAnswer, tell: (ended: Ended) => void): Promise<void> => {
    const ended = await follow(answer);
    setProgress(undefined);
    tell(ended);
    if (ended.failed > 0) setFailures(await failedRows(ended.jobId));
  };
  /** Answers whether the service took it on, as soon as that is known. */
  const perform = async (begin: () => Promise<BulkAnswer>, tell: (ended: Ended) => void): Promise<boolean> => {
    try {
      const answer = await begin();
      void followToEnd(answer, tell).catch(complain);
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  };

  const undo = (jobId: string, lasting: string) =>
    perform(
      () => api.actions.undo.mutate({ jobId }),
      ({ done, left }) => {
        const more = lasting ? { description: lasting } : {};
        if (left > 0) return toast.info(t("undoneSome", { count: left }), more);
        return toast.success(t(lasting ? "undoneBut" : "undone", { count: done }), more);
      },
    );

  const run = (input: BulkInput) =>
    perform(
      () => api.actions.bulk.mutate(input),
      (ended) => {
        const { jobId, done, failed, cancelled, undoable } = ended;
        const names = input.actions.map(({ name }) => name);
        const undoIt = () => void undo(jobId, lastingOf(names));
        const offer = undoable && takesBack(names) ? { undo: undoIt, lastsMs: undoMs } : {};
        if (failed > 0) toast.info(t("mixed", { done, failed }), offer);
        else if (cancelled > 0) toast.info(t("stopped", { done, count: cancelled }), offer);
        else if (done === 0) toast.info(t("nothing"));
        else toast.success(t("done", { count: done }), offer);
      },
    );

  const cancel = async () => {
    if (!progress) return;
    await api.actions.cancel
      .mutate({ jobId: progress.jobId })
      .catch((error: unknown) => toast.error(t("notDone"), { description: failureOf(error).message }));
  };
  return { run, cancel, progress, failures, dismiss: () => setFailures(undefined) };
}
