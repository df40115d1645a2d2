import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { AppError } from "#server/base/errors.ts";
import { markOf } from "#server/base/secrets.ts";
import { limitConcurrency } from "./concurrency.ts";
import { emailKey } from "./email.ts";

type Cost = { memory: number; passes: number; parallelism: number };

/** The cost that OWASP names for argon2id: 19 MiB, two passes, one lane. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** Hashing takes a thread and 19 MiB each: few at a time, and no endless queue behind them. */
const inTurn = limitConcurrency(2, { mostWaiting: 100, refusal: () => new AppError("unavailable") });

function derive(password: string, salt: Buffer, { memory, passes, parallelism }: Cost, tagLength: number) {
  const message = Buffer.from(password.normalize("NFKC"), "utf8");
  const parameters: Argon2Parameters = { message, nonce: salt, memory, passes, parallelism, tagLength };
  return inTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        argon2("argon2id", parameters, (error, derived) => (error ? reject(error) : resolve(Buffer.from(derived))));
      }),
  );
}

const bare = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");

/**
 * The salt of all passwords of one address: one derivation compares a password with all its accounts, so that timing
 * does not reveal their number. It depends on our secret, and no other address shares it.
 */
function saltOf(email: string): Buffer {
  return Buffer.from(markOf("password salts", emailKey(email)), "base64url").subarray(0, saltBytes);
}

/** A password as it is stored: PHC string of argon2id. */
export async function hashPassword(password: string, email?: string): Promise<string> {
  const salt = email === undefined ? randomBytes(saltBytes) : saltOf(email);
  const hash = await derive(password, salt, cost, hashBytes);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(salt)}$${bare(hash)}`;
}

type Parsed = { cost: Cost; salt: Buffer; hash: Buffer };

function parse(stored: string): Parsed | undefined {
  const found = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  if (!found) return undefined;
  const [, memory, passes, parallelism, salt = "", hash = ""] = found;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

const nobody: Parsed = { cost, salt: Buffer.alloc(saltBytes), hash: Buffer.alloc(hashBytes) };

/** Whether it is the password. Costs the same where there is none to compare with: an unknown user, say. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const known = stored ? parse(stored) : undefined;
  const expected = known ?? nobody;
  const actual = await derive(password, expected.salt, expected.cost, expected.hash.length);
  return timingSafeEqual(actual, expected.hash) && known !== undefined;
}

/**
 * Which of an address's stored passwords matches. One derivation for none, one or many; more only where several were
 * stored before addresses had one salt.
 */
export async function matchesOf(
  password: string,
  email: string,
  stored: readonly (string | null)[],
): Promise<boolean[]> {
  const known = stored.map((one) => (one ? parse(one) : undefined));
  const given: Parsed[] = known.filter((one) => one !== undefined);
  const derived = new Map<string, Buffer>();
  for (const one of given.length > 0 ? given : [{ ...nobody, salt: saltOf(email) }]) {
    const kind = kindOf(one);
    if (!derived.has(kind)) derived.set(kind, await derive(password, one.salt, one.cost, one.hash.length));
  }
  return known.map((one) => {
    if (!one) return false;
    const actual = derived.get(kindOf(one));
    return actual !== undefined && timingSafeEqual(actual, one.hash);
  });
}

const kindOf = ({ cost: of, salt, hash }: Parsed) => JSON.stringify([of, salt.toString("base64"), hash.length]);

/** Stored with another cost than today's, or another salt than the address has: hash it anew at the next sign-in. */
export function isOutdated(stored: string, email?: string): boolean {
  const known = parse(stored);
  if (JSON.stringify(known?.cost) !== JSON.stringify(cost)) return true;
  return email !== undefined && known?.salt.equals(saltOf(email)) !== true;
}
