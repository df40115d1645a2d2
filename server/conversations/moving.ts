import { notFound } from "#server/core/errors.ts";
import { isId } from "#server/core/ids.ts";
import { command } from "#server/core/operation.ts";
import { readablePhase } from "#server/phases/access.ts";
import { lockConversation } from "./access.ts";
import type { ConversationRow } from "./row.ts";
import { conversationSchema, moveInput } from "./schema.ts";
import { eventConversation, viewConversation } from "./viewing.ts";
import { Work } from "./work.ts";

/** PATCH /v1/conversations/{conversationId}/phases/{phaseId}: success and lost phases do not close (E17). */
export const moveToPhase = command({
  name: "conversations.move",
  access: "clients_write",
  input: moveInput,
  output: conversationSchema,
  example: (given) => ({ conversationId: given.conversationId ?? "", phaseId: given.phaseId ?? "" }),
  async run(context) {
    const { actor, input } = context;
    if (!isId(input.phaseId)) throw notFound("phase");
    const conversation = await lockConversation(actor, input.conversationId, "clients_write");
    const phase = await readablePhase(actor, input.phaseId);
    const work = new Work(context, conversation);
    if (conversation.phaseId !== phase.id) {
      const previous = await readablePhase(actor, conversation.phaseId);
      work.command("phase_changed", `Moved to ${phase.name}`, phase.id, { from: previous.id, to: phase.id });
      work.set({ phaseId: phase.id, phaseChangedAt: work.now });
      work.tell("conversation/phase_changed", (row: ConversationRow) => ({
        ...eventConversation(row),
        previousPhaseId: previous.id,
        phaseName: phase.name,
        previousPhaseName: previous.name,
        changes: { phaseId: { before: previous.id, after: phase.id } },
      }));
    }
    return viewConversation((await work.commit()).row);
  },
});
