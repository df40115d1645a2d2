import type { ContactRow } from "../row.ts";
import { emailKey, phoneKeys } from "./phones.ts";

type Known = Pick<ContactRow, "name" | "email" | "phone"> & Partial<Pick<ContactRow, "phoneKeys" | "externalId">>;

const tailDigits = 7;
const filled = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ""))];

/** By what people can be found in a file, however their numbers and addresses are written there. */
export class Likeness {
  readonly names: string[];
  readonly phones: string[];
  /** Addresses and ids, in small letters. */
  readonly words: string[];
  /** The last digits of numbers, by which a statement finds the rows to look at. */
  readonly tails: string[];
  private readonly country: string | undefined;

  constructor(people: readonly Known[], country: string | undefined) {
    this.country = country;
    this.names = filled(people.map(({ name }) => emailKey(name)));
    this.phones = filled(people.flatMap((one) => [...(one.phoneKeys ?? []), ...phoneKeys(one.phone, country)]));
    this.words = filled(people.flatMap(({ email, externalId = "" }) => [emailKey(email), emailKey(externalId)]));
    this.tails = filled(this.phones.map((digits) => digits.slice(-tailDigits)));
  }

  /** Whether a cell is an address, an id or a number of theirs. */
  has(cell: string): boolean {
    return (
      this.words.includes(emailKey(cell)) || phoneKeys(cell, this.country).some((key) => this.phones.includes(key))
    );
  }

  isName(cell: string): boolean {
    return this.names.includes(emailKey(cell));
  }
}
