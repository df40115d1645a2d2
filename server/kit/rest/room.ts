import { AppError } from "#server/base/errors.ts";

const megabyte = 1024 * 1024;

/** Bytes of files and bodies that this process holds at once: those of one sender, and those of all. */
const mostHeld = { network: 100 * megabyte, company: 300 * megabyte, all: 1024 * megabyte } as const;

type Kind = Exclude<keyof typeof mostHeld, "all">;

const held = new Map<string, number>();
let heldByAll = 0;

/** Counts what is in memory for one request, as it comes: what senders announce is nothing to go by. */
export type Room = { take(bytes: number): void };

/**
 * Does work that holds files or bodies in memory, and counts them until it ends, so that nobody fills the memory that
 * all share: of a stranger the network is known, of a company each of its people and tokens counts for it.
 */
export async function withRoom<T>(kind: Kind, id: string, work: (room: Room) => Promise<T>): Promise<T> {
  const sender = `${kind}:${id}`;
  let own = 0;
  const add = (bytes: number) => {
    own += bytes;
    heldByAll += bytes;
    const left = (held.get(sender) ?? 0) + bytes;
    if (left > 0) held.set(sender, left);
    else held.delete(sender);
  };
  const take = (bytes: number) => {
    if ((held.get(sender) ?? 0) + bytes > mostHeld[kind]) throw tooMany();
    if (heldByAll + bytes > mostHeld.all) throw new AppError("unavailable");
    add(bytes);
  };
  try {
    return await work({ take });
  } finally {
    add(-own);
  }
}

const tooMany = () =>
  new AppError("rate_limited", {
    message: "Too much is being sent at once. Try again in a moment.",
    extra: { retryAfter: 10 },
  });
