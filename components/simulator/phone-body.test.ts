import { describe, expect, it } from "vitest";
import { phoneShown } from "./phone-body.ts";

describe("what the simulated phone shows", () => {
  it("shows words and what they answer", () => {
    const shown = phoneShown({ type: "text", text: { body: "Hello" }, context: { id: "wamid.1" } });
    expect(shown).toMatchObject({ kind: "text", text: "Hello", quoted: "wamid.1" });
  });

  it("offers the buttons of a message with their payloads", () => {
    const reply = (id: string, title: string) => ({ type: "reply", reply: { id, title } });
    const action = { buttons: [reply("a", "Yes"), reply("b", "No")] };
    const shown = phoneShown({ type: "interactive", interactive: { type: "button", body: { text: "Sure?" }, action } });
    expect(shown).toMatchObject({ text: "Sure?", list: "" });
    expect(shown.options).toEqual([
      { title: "Yes", payload: "a", hint: "" },
      { title: "No", payload: "b", hint: "" },
    ]);
  });

  it("offers the rows of a list behind its button", () => {
    const action = { button: "Options", sections: [{ rows: [{ id: "1", title: "Road", description: "Road bikes" }] }] };
    const shown = phoneShown({ type: "interactive", interactive: { type: "list", body: { text: "Which?" }, action } });
    expect(shown.list).toBe("Options");
    expect(shown.options).toEqual([{ title: "Road", payload: "1", hint: "Road bikes" }]);
  });

  it("shows the chosen row as the customer's words", () => {
    const shown = phoneShown({
      type: "interactive",
      interactive: { type: "list_reply", list_reply: { title: "Road" } },
    });
    expect(shown).toMatchObject({ kind: "text", text: "Road", options: [] });
  });

  it("shows pictures, quick replies and unsupported messages of pages", () => {
    const attachment = { type: "image", payload: { url: "https://example.com/a.png" } };
    expect(phoneShown({ message: { attachment } })).toMatchObject({
      kind: "image",
      image: "https://example.com/a.png",
    });
    const replies = [{ content_type: "text", title: "Yes", payload: "p1" }];
    expect(phoneShown({ message: { text: "Sure?", quick_replies: replies } }).options).toEqual([
      { title: "Yes", payload: "p1", hint: "" },
    ]);
    expect(phoneShown({ message: { is_unsupported: true } }).kind).toBe("other");
  });

  it("names a template and what its body is filled with", () => {
    const components = [{ type: "body", parameters: [{ type: "text", text: "Ana" }] }];
    const shown = phoneShown({ type: "template", template: { name: "hello", language: { code: "es" }, components } });
    expect(shown.template).toEqual({ name: "hello", language: "es", parameters: ["Ana"] });
  });

  it("stands anything: what it does not know is something else", () => {
    for (const body of [
      {},
      { type: 7 },
      { type: "order" },
      { interactive: "no" },
      { message: null, type: "hologram" },
    ]) {
      expect(phoneShown(body)).toMatchObject({ kind: "other", options: [] });
    }
  });
});
