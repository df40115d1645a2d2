import { notFound } from "#server/base/errors.ts";
import { isId } from "#server/base/ids.ts";
import { command } from "#server/core/operation.ts";
import { enterablePhase, readablePhase } from "#server/phases/access.ts";
import { lockConversation } from "../access.sql.ts";
import { ConversationChange } from "../change.ts";
import { conversationSchema, moveInput } from "../schema.ts";
import { viewConversation } from "../viewing.ts";
import { eventOfMove, lineOfMove } from "./phase-change.ts";

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
    const change = new ConversationChange(context, conversation);
    if (conversation.phaseId !== input.phaseId.toLowerCase()) {
      const phase = await enterablePhase(actor, input.phaseId);
      const previous = await readablePhase(actor, conversation.phaseId);
      const move = { from: previous, to: phase };
      const { text, targetId, data } = lineOfMove(move);
      change.command("phase_changed", text, targetId, data);
      change.set({ phaseId: phase.id, phaseChangedAt: change.now, lostReason: "" });
      change.tell("conversation/phase_changed", (row) => eventOfMove(row, move));
    }
    return viewConversation((await change.commit()).row);
  },
});
