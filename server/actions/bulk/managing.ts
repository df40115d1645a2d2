import { AppError } from "#server/base/errors.ts";
import { command, query } from "#server/core/operation.ts";
import { decodeCursor, encodeCursor, offsetOf, paginate } from "#server/core/pagination.ts";
import { lockRow } from "#server/db/locking.sql.ts";
import { prisma } from "#server/db/prisma.ts";
import { rowlessKinds } from "../choices.ts";
import { readableJob } from "./access.ts";
import { addChanged, cancelWaiting, countRows, pageOfRows } from "./rows.sql.ts";
import { atOnce, bulkAnswerSchema, jobIdInput, jobPageSchema, jobSchema, readJobInput } from "./schema.ts";
import { createJob, setOff } from "./starting.ts";
import { viewJob, viewRow } from "./viewing.ts";
import { finish } from "./working.ts";

/** GET /v1/jobs/{jobId}: how far it is, and a page of its conversations. */
export const readJob = query({
  name: "actions.readJob",
  access: "anyone",
  input: readJobInput,
  output: jobPageSchema,
  example: (given) => ({ jobId: given.bulkJobId ?? "" }),
  async run({ actor, input: { jobId, ...request } }) {
    const job = await readableJob(actor, jobId);
    const list = { jobId: job.id };
    const [after] = request.cursor ? decodeCursor(list, request.cursor) : [];
    const skip = request.cursor ? 0 : offsetOf(request);
    const found = await pageOfRows(job, typeof after === "number" ? after : null, skip, request.limit + 1);
    const shown = found.slice(0, request.limit);
    const hasMore = found.length > request.limit;
    const next = hasMore ? encodeCursor(list, [shown.at(-1)?.position ?? 0]) : null;
    return {
      ...(await viewJob(job)),
      pagination: paginate(request, rowlessKinds.includes(job.kind) ? 0 : job.total, hasMore, next),
      results: shown.map(viewRow),
    };
  },
});

/** DELETE /v1/jobs/{jobId}: what is not begun will not be; what is done stays, and can be undone. */
export const cancelJob = command({
  name: "actions.cancelJob",
  access: "anyone",
  input: jobIdInput,
  output: jobSchema,
  example: (given) => ({ jobId: given.bulkJobId ?? "" }),
  async run({ actor, input, now }) {
    const { companyId, id } = await readableJob(actor, input.jobId);
    const job = await lockRow("bulk_jobs", { companyId, id }, "to change");
    if (job && !job.finishedAt) {
      await cancelWaiting(job);
      await finish(job, "cancelled", now);
    }
    return viewJob(await readableJob(actor, id));
  },
});

/** POST /v1/jobs/{jobId}/undo: puts back what the job changed and nobody has changed since. */
export const undoJob = command({
  name: "actions.undo",
  access: "anyone",
  input: jobIdInput,
  output: bulkAnswerSchema,
  example: (given) => ({ jobId: given.bulkJobId ?? "" }),
  async run({ actor, input, now }) {
    const { companyId, id } = await readableJob(actor, input.jobId);
    const job = await lockRow("bulk_jobs", { companyId, id }, "to change");
    if (!job?.finishedAt) throw new AppError("conflict", { message: "It is still running: cancel it first." });
    if (job.kind === "import" || job.kind === "history")
      throw new AppError("conflict", { message: "An import cannot be undone." });
    if (job.kind === "recovery") throw new AppError("conflict", { message: "What was sent cannot be taken back." });
    if (job.kind === "undo") throw new AppError("conflict", { message: "This job is an undo itself." });
    if (await prisma.bulkJob.findFirst({ where: { companyId, undoOf: id }, select: { id: true } }))
      throw new AppError("conflict", { message: "It has been undone already." });
    const undo = await createJob(actor, { kind: "undo", actions: [], undoOf: id }, now);
    await addChanged(undo, id);
    const { waiting } = await countRows(undo);
    return setOff(actor, undo, waiting, now, waiting > atOnce);
  },
});
