import { expect, it } from "vitest";
import { CallError } from "#components/live/trpc/call-error.ts";
import type { Contact } from "#server/contacts/schema.ts";
import { changeContact } from "./changing.ts";

const held = { id: "1", name: "Ann", email: "", customFields: { seats: 3 }, updatedAt: "1" } as unknown as Contact;

/** A server whose contact others have changed since: it takes what was changed of its own version only. */
function server(stored: Partial<Contact>) {
  let now = { ...held, ...stored, updatedAt: "2" };
  const mutate = async ({ ifMatch, contactId: _, ...patch }: { ifMatch?: string; contactId: string }) => {
    if (ifMatch !== undefined && ifMatch !== now.updatedAt)
      throw new CallError("stale", { data: { httpStatus: 412, error: "precondition_failed" } });
    now = { ...now, ...patch, updatedAt: "3" };
    return now;
  };
  return { update: { mutate }, read: { query: async () => now } } as unknown as Parameters<typeof changeContact>[0];
}

it("is saved beside what others have changed elsewhere in the contact, or to the same", async () => {
  expect(await changeContact(server({ email: "a@b.example" }), "1", { name: "Anna" }, held)).toMatchObject({
    ...{ name: "Anna", email: "a@b.example" },
  });
  const beside = { customFields: { seats: 3, floor: 2 } };
  expect(await changeContact(server(beside), "1", { customFields: { seats: 4 } }, held)).toMatchObject({ id: "1" });
  expect(await changeContact(server({ name: "Anna" }), "1", { name: "Anna" }, held)).toMatchObject({ name: "Anna" });
});

it("is refused where others have changed the same, a custom field too", async () => {
  const refused = { data: { error: "precondition_failed" } };
  await expect(changeContact(server({ name: "Anne" }), "1", { name: "Anna" }, held)).rejects.toMatchObject(refused);
  const seats = { customFields: { seats: 5 } };
  await expect(changeContact(server(seats), "1", { customFields: { seats: 4 } }, held)).rejects.toMatchObject(refused);
});
