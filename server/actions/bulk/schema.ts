import { z } from "zod";
import { inboxLists } from "#server/conversations/choices.ts";
import { filterConversationsInput } from "#server/conversations/schema.ts";
import { dateOut, idField } from "#server/core/fields.ts";
import { cursorInput, pageInput, paginationSchema } from "#server/core/page-fields.ts";
import { viewParameter } from "#server/views/schema.ts";
import { jobKinds, jobStatuses, rowOutcomes } from "../choices.ts";
import { actionList, actionOutcomeSchema } from "../schema.ts";

/** Up to so many ids are done at once, while the caller waits. */
export const atOnce = 100;
/** More conversations than this are several jobs. */
export const maxRows = 100_000;
const maxIds = 10_000;

const { sort: _order, ...filters } = filterConversationsInput.shape;

/** A name that is not known would be left out, and the job would take what nobody meant. */
const bulkFilter = z
  .strictObject({
    ...filters,
    view: viewParameter,
    tab: z.enum(inboxLists).optional().meta({ description: "A tab of the inbox, as its caller has it." }),
  })
  .meta({ description: "The filters of the list of conversations: all that match now. Other names are refused." });

export const bulkInput = z
  .object({
    ids: z
      .array(z.string().max(64))
      .min(1)
      .max(maxIds)
      .optional()
      .meta({ description: "Conversation ids; repeats count once. Up to 100 are done at once." }),
    filter: bulkFilter.optional(),
    actions: actionList,
  })
  .superRefine(({ ids, filter }, context) => {
    if ((ids === undefined) !== (filter === undefined)) return;
    const path = [ids === undefined ? "ids" : "filter"];
    context.addIssue({ code: "custom", path, message: "Give either ids or filter.", params: { code: "required" } });
  })
  .meta({ oneOf: [{ required: ["ids"] }, { required: ["filter"] }] });

const bulkRowSchema = z
  .object({
    id: z.string().meta({ description: "The conversation's id, as it was given." }),
    outcome: z.enum(rowOutcomes).meta({
      description: "failed: an action has failed; skipped: nothing had to be done; cancelled: it was never begun.",
    }),
    status: z
      .int()
      .nullable()
      .meta({ description: "As the first failed action's route would answer, else 200; null: not done." }),
    success: z.boolean().meta({ description: "Done, and nothing has failed." }),
    error: z
      .object({ error: z.string(), message: z.string() })
      .nullable()
      .meta({ description: "Of the first action that has failed." }),
    actions: z.array(actionOutcomeSchema),
  })
  .meta({ id: "BulkRow", description: "One conversation of a job, and how it ended." });

export type BulkRowView = z.infer<typeof bulkRowSchema>;

const counts = {
  total: z.int().meta({ description: "How many conversations it takes." }),
  done: z.int().meta({ description: "Conversations of which something was changed, and nothing has failed." }),
  skipped: z.int().meta({ description: "Where nothing had to be done." }),
  failed: z.int().meta({ description: "Where an action has failed." }),
};

export const bulkAnswerSchema = z
  .object({
    jobId: idField,
    total: counts.total,
    done: counts.done.optional(),
    skipped: counts.skipped.optional(),
    failed: counts.failed.optional(),
    results: z
      .array(bulkRowSchema)
      .optional()
      .meta({ description: "In the order given; only where it was done at once." }),
  })
  .meta({ id: "BulkAnswer", description: "A job over many conversations: begun (202), or done at once (207)." });

export type BulkAnswer = z.infer<typeof bulkAnswerSchema>;

export const jobSchema = z
  .object({
    id: idField,
    kind: z.enum(jobKinds),
    status: z.enum(jobStatuses),
    actions: z.array(z.string()).meta({ description: "Names of its actions." }),
    ...counts,
    waiting: z.int().meta({ description: "Not begun." }),
    cancelled: z.int().meta({ description: "Never begun, because the job was cancelled." }),
    undoable: z.boolean().meta({
      description:
        "It has ended, changed something, and was not undone. Later than a minute after its end, an undo leaves the conversations that who asks for it no longer sees.",
    }),
    undoOf: z.string().meta({ description: "The job that it takes back; empty for others." }),
    createdAt: dateOut,
    startedAt: dateOut.nullable(),
    finishedAt: dateOut.nullable(),
  })
  .meta({ id: "Job", description: "Work over many conversations, and how far it is." });

export type Job = z.infer<typeof jobSchema>;

export const jobIdInput = z.object({ jobId: z.string() });
export const readJobInput = jobIdInput.extend({ ...pageInput, ...cursorInput });
export const jobPageSchema = jobSchema
  .extend({ pagination: paginationSchema, results: z.array(bulkRowSchema) })
  .meta({ id: "JobPage", description: "A job with a page of its conversations, in their order." });
