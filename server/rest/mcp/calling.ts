import type { Actor } from "#server/core/actor.ts";
import { errorBody } from "#server/kit/rest/answer.ts";
import { isRecord } from "#server/kit/rest/body.ts";
import type { Tool } from "./tools.ts";

/** What the request log gets of a call, beside the status of the answer that carries it. */
export type Noted = { what: string; status?: number; code?: string };

type Outcome = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
};

const text = (value: unknown): Outcome["content"] => [{ type: "text", text: JSON.stringify(value) }];

function shaped(tool: Tool, output: unknown): Record<string, unknown> {
  const part = tool.outputKey && isRecord(output) ? output[tool.outputKey] : output;
  if (tool.wrapped) return { [tool.wrapped]: part };
  return isRecord(part) ? part : {};
}

type Call = { actor: Actor; requestId: string; note: (noted: Noted) => void };

/** Runs a tool; a refusal is an answer that the model reads: the body that REST would have given. */
export async function call(tool: Tool, given: unknown, { actor, requestId, note }: Call): Promise<Outcome> {
  const what = `tools/call ${tool.name}`;
  try {
    const structuredContent = shaped(tool, await tool.operation.execute(actor, given ?? {}));
    note({ what });
    return { content: text(structuredContent), structuredContent };
  } catch (error) {
    const { status, body, code } = errorBody(error, requestId);
    note({ what, status, code });
    return { content: text(body), isError: true };
  }
}
