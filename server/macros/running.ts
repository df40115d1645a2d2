import { readableJob } from "#server/actions/bulk/access.ts";
import { addIds } from "#server/actions/bulk/rows.sql.ts";
import { createJob, requireSome, setOff } from "#server/actions/bulk/starting.ts";
import { viewJob } from "#server/actions/bulk/viewing.ts";
import { catalogue } from "#server/actions/catalogue.ts";
import { runActions } from "#server/actions/running.ts";
import type { ActionCall } from "#server/actions/schema.ts";
import { textIn } from "#server/answers/filling.ts";
import { type Asked, fillAsked, prompts } from "#server/answers/rendering.ts";
import { readableConversation } from "#server/conversations/access.sql.ts";
import { command, query } from "#server/core/operation.ts";
import { inTransaction } from "#server/db/pool.ts";
import type { Variables } from "#server/templates/schema.ts";
import { readableMacro } from "./access.ts";
import { macroPreviewSchema, macroRunSchema, runMacroInput } from "./schema.ts";

/** What an action writes for people to read; empty: nothing. */
function writtenBy(call: ActionCall): string {
  if (call.name === "reply") return call.input.body ?? call.input.message?.caption ?? "";
  if (call.name === "note") return call.input.message;
  if (call.name === "template") return Object.values({ ...call.input.params, ...call.input.variables }).join("\n");
  return call.name === "task_create" ? call.input.title : "";
}

const answeredEach = (given: Variables | undefined, asked: Asked) =>
  given && Object.fromEntries(Object.entries(given).map(([key, text]) => [key, fillAsked(text, asked)]));

/** The call with its prompts answered, in what it writes. */
function answered(call: ActionCall, asked: Asked): ActionCall {
  if (call.name === "reply") {
    const { body, message } = call.input;
    const text = body === undefined ? {} : { body: fillAsked(body, asked) };
    const file = message ? { message: { ...message, caption: fillAsked(message.caption ?? "", asked) } } : {};
    return { name: "reply", input: { ...call.input, ...text, ...file } };
  }
  if (call.name === "template") {
    const { params, variables } = call.input;
    const filled = { params: answeredEach(params, asked), variables: answeredEach(variables, asked) };
    return { name: "template", input: { ...call.input, ...filled } };
  }
  if (call.name === "note")
    return { name: "note", input: { ...call.input, message: fillAsked(call.input.message, asked) } };
  if (call.name === "task_create")
    return { name: "task_create", input: { ...call.input, title: fillAsked(call.input.title, asked) } };
  return call;
}

const example = (given: Readonly<Record<string, string>>) => ({
  conversationId: given.conversationId ?? "",
  macroId: given.macroId ?? "",
});

/** POST /v1/conversations/{conversationId}/macros/{macroId}: a job of one conversation, done at once, which can be undone. */
export const runMacro = command({
  name: "macros.run",
  access: "chat_talk",
  input: runMacroInput,
  output: macroRunSchema,
  example,
  async run({ actor, input, now }) {
    const conversation = await readableConversation(actor, input.conversationId);
    const macro = await readableMacro(actor, input.macroId);
    const actions = macro.actions.map((call) => answered(call, input.asked));
    requireSome(actor, [...new Set(actions.map(({ name }) => catalogue[name].permission))]);
    const job = await createJob(actor, { kind: "actions", actions, undoOf: null, macroId: macro.id }, now);
    const done = await setOff(actor, job, await addIds(job, [conversation.id]), now, false);
    const { undoable } = await viewJob(await readableJob(actor, job.id));
    return { jobId: job.id, undoable, actions: done.results?.[0]?.actions ?? [] };
  },
});

/** Takes everything back that was done to find out. */
class NothingDone extends Error {}

/** POST .../macros/{macroId}/preview: the macro is run for real, in a transaction that is never committed. */
export const previewMacro = query({
  name: "macros.preview",
  access: "chat_talk",
  input: runMacroInput,
  output: macroPreviewSchema,
  example,
  async run({ actor, input }) {
    const conversation = await readableConversation(actor, input.conversationId);
    const macro = await readableMacro(actor, input.macroId);
    const asks = macro.actions.flatMap((call) => prompts(writtenBy(call)));
    const calls = macro.actions.map((call) => answered(call, input.asked));
    // Nothing of it stays, so it may be run for who only looks as this person.
    const { seenBy: _seenBy, ...rehearsing } = actor;
    let outcomes: Awaited<ReturnType<typeof runActions>> = [];
    await inTransaction(actor.companyId, async () => {
      outcomes = await runActions(rehearsing, conversation.id, calls);
      throw new NothingDone();
    }).catch((error: unknown) => {
      if (!(error instanceof NothingDone)) throw error;
    });
    const actions = [];
    for (const [index, { status: _status, ...outcome }] of outcomes.entries()) {
      const call = calls[index];
      const text = call ? (await textIn(actor, conversation, writtenBy(call))).text : "";
      actions.push({ ...outcome, text });
    }
    return { prompts: [...new Map(asks.map((one) => [one.label, one])).values()], actions };
  },
});
