import { expect, it } from "vitest";
import type { Contact } from "#server/contacts/schema.ts";
import { fieldsOf, mergeRows, tagsOfBoth } from "./merge-fields.ts";

const contact = (more: Partial<Contact>) =>
  ({
    ...{ name: "", email: "", phone: "", externalId: "", status: "new", subStatus: "", assignedTo: null, rating: 0 },
    ...{ tags: [], customFields: {}, ...more },
  }) as unknown as Contact;

it("shows what either contact has, and takes a filled field for an empty one unless somebody says otherwise [W9]", () => {
  const winner = contact({ name: "Ana", email: "ana@example.com", customFields: { plan: "gold" } });
  const loser = contact({ name: "Anna", phone: "+34600", customFields: { plan: "tin", seats: 2 } });
  const rows = mergeRows(winner, loser);
  expect(rows.map(({ field }) => field)).toEqual([
    ...["name", "email", "phone", "status", "customFields.plan", "customFields.seats"],
  ]);
  expect(rows.find(({ field }) => field === "status")?.same).toBe(true);
  expect(fieldsOf(rows, { name: "loser", "customFields.seats": "winner" })).toEqual({
    ...{ name: "loser", email: "winner", phone: "loser" },
    ...{ "customFields.plan": "winner", "customFields.seats": "winner" },
  });
});

it("puts the tags of both together, each once whatever its case [W9]", () => {
  expect(tagsOfBoth(contact({ tags: ["VIP"] }), contact({ tags: ["vip", "new"] }))).toEqual(["VIP", "new"]);
});
