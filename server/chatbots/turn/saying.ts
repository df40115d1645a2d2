import type { ConversationChange } from "#server/conversations/change.ts";
import { writeMessage } from "#server/messages/gate.ts";
import type { FlowMessage } from "../flow/engine.ts";

/** Writes what the flow says through the gate, as the robot of this chatbot; the last words ask the question of `step`. */
export function sayAsRobot(
  change: ConversationChange,
  chatbot: { id: string; title: string },
  messages: readonly FlowMessage[],
  step = "",
): void {
  const sender = { fromType: "robot", type: "robot", id: chatbot.id, name: chatbot.title } as const;
  for (const [index, { text, imageUrl, options }] of messages.entries()) {
    const asks = step !== "" && index === messages.length - 1 ? { step } : {};
    const shared = { text, responseOptions: options, clientMessageId: null, ...asks };
    const content = imageUrl
      ? { ...shared, type: "image" as const, attachments: [{ title: "", text, image_url: imageUrl }] }
      : { ...shared, type: "text/plain" as const, attachments: [] };
    writeMessage(change, sender, content);
  }
}
