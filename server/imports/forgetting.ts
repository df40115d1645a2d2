import type { contactsGone } from "#server/contacts/deleting.ts";
import { Likeness } from "#server/contacts/identity/likeness.ts";
import { matchingSettings } from "#server/contacts/settings.ts";
import type { ListenerContext } from "#server/core/listeners.ts";
import { forgetItems } from "./histories/forgetting.ts";
import { type CandidateRow, clearCells, rowsLike } from "./rows.sql.ts";

type Gone = Parameters<typeof contactsGone.tell>[1];

/** Theirs by an address, an id or a number; by the name alone where the row has nothing else of anybody. */
function isOf(gone: Likeness, { cells, fields }: CandidateRow): boolean {
  if (cells.some((cell) => gone.has(cell))) return true;
  const said = (field: string) =>
    cells
      .filter((_, at) => fields[at] === field)
      .join("")
      .trim();
  const name = said("name") || `${said("firstName")} ${said("lastName")}`;
  return said("email") === "" && said("phone") === "" && gone.isName(name);
}

/** Rows that failed or wait keep their cells: not those of people who are deleted. */
export async function forgetRows({ actor }: ListenerContext, { companyId, contacts }: Gone): Promise<void> {
  const { country } = await matchingSettings(actor);
  const gone = new Likeness(contacts, country);
  const found = await rowsLike(companyId, [...gone.words, ...gone.names], gone.tails);
  await clearCells(
    companyId,
    found.filter((row) => isOf(gone, row)),
  );
  await forgetItems(
    companyId,
    contacts.map(({ id }) => id),
    gone,
  );
}
