import { describe, expect, it } from "vitest";
import { furnishedCompany } from "#server/testing/company.ts";
import { eventsDuring } from "#server/testing/events.ts";
import { openApi, openCompany } from "#server/testing/fixture.ts";
import { converse, reread, say, transcript } from "#server/testing/talking.ts";
import { addNote, deleteNote, editNote, listNotes } from "./noting.ts";
import type { ConversationNote } from "./schema.ts";

const company = await openCompany("Acme", ["talk"]);
const other = await furnishedCompany("Other", ["talk"]);
const api = await openApi(company);

const note = (id: string, message: unknown) => api.post<ConversationNote>(`/v1/conversations/${id}/notes`, { message });

describe("POST /v1/conversations/{id}/notes (E15)", () => {
  it("answers 200 with the Note and tells conversation/note", async () => {
    const { id } = await converse(api, company);
    let made: ConversationNote | undefined;
    const events = await eventsDuring(company, async () => {
      const answer = await note(id, "  Call back on Monday ");
      made = answer.body;
      expect(answer.status).toBe(200);
    });
    expect(made).toMatchObject({ text: "Call back on Monday", authorId: company.admin.userId });
    expect(made?.createdAt).toBe(made?.updatedAt);
    expect(events.map((event) => event.type)).toEqual(["conversation/note"]);
    const { id: noteId, text, createdAt, authorId } = made ?? {};
    expect(events[0]?.data).toMatchObject({ id, note: { id: noteId, text, createdAt, authorId } });
  });

  it("answers the first note to a repeat by its writer, and creates nothing", async () => {
    const { id } = await converse(api, company);
    const write = (clientNoteId: string) =>
      api.post<ConversationNote>(`/v1/conversations/${id}/notes`, { message: "Once", clientNoteId });
    const first = await write("a");
    const events = await eventsDuring(company, async () => {
      const again = await write("a");
      expect([again.status, again.body]).toEqual([200, first.body]);
    });
    expect(events).toEqual([]);
    expect(first.body.clientNoteId).toBe("a");
    await write("b");
    const { id: conversationId } = await converse(api, company);
    const elsewhere = { conversationId, message: "Once", clientNoteId: "a" };
    expect((await addNote.execute(company.admin, elsewhere)).id).not.toBe(first.body.id);
    const theirs = await addNote.execute(company.supervisor, { ...elsewhere, conversationId: id });
    expect(theirs.authorId).toBe(company.supervisor.userId);
    expect(await listNotes.execute(company.admin, { conversationId: id })).toHaveLength(3);
  });

  it("is no message: it takes no seq, is in no message list and changes no last message", async () => {
    const { id } = await converse(api, company);
    await say(api, id, "visitor");
    const before = await reread(api, id);
    await note(id, "Between us");
    expect(await transcript(api, id)).toHaveLength(1);
    expect(await reread(api, id)).toEqual(before);
  });

  it.each(["", "   ", "x".repeat(5001), null, 3])("refuses the message %j", async (message) => {
    const { id } = await converse(api, company);
    expect((await note(id, message)).body.details?.[0]?.field).toBe("message");
  });

  it("answers 404 for another company's conversation", async () => {
    expect((await note(other.given.conversationId ?? "", "x")).status).toBe(404);
  });
});

describe("notes in the thread", () => {
  it("stand after the message that was last when they were written, oldest first", async () => {
    const { id } = await converse(api, company);
    await note(id, "before all");
    await say(api, id, "visitor");
    await note(id, "after one");
    const notes = await listNotes.execute(company.admin, { conversationId: id });
    expect(notes.map(({ text, afterSeq }) => [text, afterSeq])).toEqual([
      ["before all", 0],
      ["after one", 1],
    ]);
  });

  it("are changed and deleted by their author, not by colleagues", async () => {
    const { id: conversationId } = await converse(api, company);
    const mine = await addNote.execute(company.supervisor, { conversationId, message: "mine" });
    const target = { conversationId, noteId: mine.id };
    await expect(editNote.execute(company.agent, { ...target, message: "theirs" })).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(deleteNote.execute(company.agent, target)).rejects.toMatchObject({ code: "forbidden" });
    expect((await editNote.execute(company.supervisor, { ...target, message: "better" })).text).toBe("better");
    await deleteNote.execute(company.supervisor, target);
    expect(await listNotes.execute(company.admin, { conversationId })).toEqual([]);
  });
});
