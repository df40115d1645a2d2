import { describe, expect, it } from "vitest";
import { questionNodeSchema } from "#server/chatbots/schema.ts";
import { offeredTypes } from "../step/response-types.ts";
import { purposes } from "../step/step-kinds.ts";
import { blankStep, wholeStep } from "./blank-step.ts";
import { freshNode } from "./flow-edits.ts";

describe("a step that the browser makes [found U15]", () => {
  it("is what the schema makes of one that says nothing, in the order of its fields", () => {
    const made = questionNodeSchema.parse({ id: 0, internal_name: "step" });
    expect(JSON.stringify(blankStep)).toBe(JSON.stringify(made));
  });

  it("of every type is one that the schema takes as it is", () => {
    for (const type of [...offeredTypes, ...purposes]) {
      const fresh = freshNode([], type, ["Yes", "No"]);
      expect(JSON.stringify(fresh), type).toBe(JSON.stringify(questionNodeSchema.parse(fresh)));
    }
  });

  it("keeps what is half written, fields of others and translations; what is of another kind is blank", () => {
    const half = { id: 4, internal_name: "ask", question_file_url: "htt", note: { of: "others" }, text: 5, tag: null };
    const translations = { es: { text: ["¿Qué?"] } };
    const whole = wholeStep({ ...half, ...{ translations } });
    expect(whole).toEqual({
      ...blankStep,
      id: 4,
      internal_name: "ask",
      question_file_url: "htt",
      note: { of: "others" },
      translations,
    });
  });
});
