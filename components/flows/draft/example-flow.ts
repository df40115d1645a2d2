import { type QuestionNode, questionNodeSchema } from "#server/chatbots/schema.ts";

type Given = Partial<QuestionNode> & { internal_name: string; label?: string };

/** A question list from the few fields that matter, for tests; ids and order follow the place in the list. */
export function listOf(...given: Given[]): QuestionNode[] {
  return given.map(({ label = "", ...node }, at) =>
    questionNodeSchema.parse({
      id: at + 1,
      order: at + 1,
      text: [node.internal_name],
      ...node,
      interface_configuration: { label },
    }),
  );
}

/** greeting, topic (Sales: budget, phone; Support: problem), name, bye; Support jumps to bye. */
export function branchingList(): QuestionNode[] {
  return listOf(
    { internal_name: "greeting", response_type: "NONE" },
    { internal_name: "topic", response_type: "LIST", response_options: ["Sales", "Support", "Other"] },
    { internal_name: "budget", parent: "topic", label: "Sales" },
    { internal_name: "phone", parent: "topic", label: "Sales", response_type: "PHONE" },
    { internal_name: "problem", parent: "topic", label: "Support", go_to_internal_name: "bye" },
    { internal_name: "name", response_type: "NAME" },
    { internal_name: "bye", response_type: "NONE" },
  );
}
