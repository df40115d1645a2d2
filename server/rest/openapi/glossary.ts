import { words } from "./glossary-words.ts";

/** What a name means in one schema only. */
const ofSchema: Readonly<Record<string, string>> = {
  "BulkDeleteResult.deleted": "How many contacts were deleted.",
  "BulkDeleteResult.failed": "How many were not found.",
  "ChannelSite.type": "Kind of the channel.",
  "Conversation.status": "ACTIVE or CLOSED; state tells more.",
  "ConversationsByPhase.phases": "The phases by order, each with its own first page.",
  "ConversationReferral.body": "Text of the ad or post.",
  "CurrentPlan.usage.channels": "Channels in use.",
  "CurrentPlan.usage.conversations": "Conversations begun this month.",
  "Error.message": "A sentence for people.",
  "Error.status": "The HTTP status.",
  "HistoryEntry.type": "What happened.",
  "Message.status": "How far it has come.",
  "Message.type": "Kind of the message.",
  "Participant.id": "Id of the participant; a visitor's or external operator's is free text.",
  "Participant.type": "Who it is: the chatbot, the visitor, a user of the team, or an external operator.",
  "Phase.type": "progress, success or lost.",
  "QuestionNode.id": "Id of the node, an integer.",
  "QuestionNode.tag": "Tag set when the node is answered; empty: none.",
  "QuestionNodeInput.id": "Id of the node, an integer; given when missing.",
  "QuestionNodeInput.tag": "Tag set when the node is answered; empty: none.",
  "ReadyAnswer.category": "The group it stands in; empty: none.",
  "ReadyAnswer.title": "What it is about.",
  "Task.title": "What is to be done; only the team sees it.",
  "Trigger.type": "message: fires at messages of visitors.",
  "WriteToPersonBody.to": "To whom it is written.",
  "WhatsAppTemplate.id": "Internal template id, an integer.",
};

type Json = Record<string, unknown>;

export function wordFor(name: string, path = ""): string | undefined {
  const own = Object.hasOwn(ofSchema, `${path}.${name}`) ? ofSchema[`${path}.${name}`] : undefined;
  return own ?? (Object.hasOwn(words, name) ? words[name] : undefined);
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The schema with a description on each property, to any depth. */
export function describeProperties(schema: Json, path: string): Json {
  const described: Json = { ...schema };
  if (isObject(schema.properties)) {
    described.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => {
        if (!isObject(property)) return [name, property];
        const deep = describeProperties(property, `${path}.${name}`);
        const word = property.$ref || property.description ? undefined : wordFor(name, path);
        return [name, word ? { ...deep, description: word } : deep];
      }),
    );
  }
  for (const key of ["items", "additionalProperties"]) {
    const inner = schema[key];
    if (isObject(inner)) described[key] = describeProperties(inner, path);
  }
  for (const key of ["anyOf", "oneOf", "allOf"]) {
    const forms = schema[key];
    if (Array.isArray(forms))
      described[key] = forms.map((form) => (isObject(form) ? describeProperties(form, path) : form));
  }
  return described;
}
