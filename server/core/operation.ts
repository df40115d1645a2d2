import type { z } from "zod";
import { now } from "#server/base/clock.ts";
import { AppError } from "#server/base/errors.ts";
import { spannedWithin } from "#server/base/tracing.ts";
import { mapDatabaseError } from "#server/db/errors.ts";
import { moment } from "#server/db/moment.ts";
import { currentScope, inCompany, inTransaction } from "#server/db/pool.ts";
import { retrying } from "#server/db/transactions/retrying.ts";
import { type Actor, can } from "./actor.ts";
import { handleEvents } from "./events/handlers.ts";
import { addEvent, announceCommit, type NewEvent, storeEmitted } from "./events/storing.ts";
import { parseInput } from "./input.ts";
import { holdsMask, withMasks } from "./masking.ts";
import type { Permission } from "./permissions.ts";

/** Ids of a furnished company, from which every operation makes a valid input for the matrix tests. */
export type Given = Readonly<Record<string, string>>;

/** Who may call: a permission, any token or signed-in person, only signed-in people, or only visitors. */
type Access = Permission | "anyone" | "person" | "visitor" | "system";

type Definition<I extends z.ZodType, O extends z.ZodType> = {
  /** noun.verb, unique: the name in tRPC, logs and the registry. */
  name: string;
  access: Access;
  /** Refuses who lacks what is needed besides `access`; asked with it, before the input is looked at (A10). */
  alsoNeeds?: (actor: Actor) => void;
  input: I;
  output: O;
  /** A valid input, for documentation and the matrix tests. */
  example: (given: Given) => z.input<I>;
  /**
   * What becomes of it while an administrator looks as somebody else (W11): commands are refused and queries answered,
   * unless this says otherwise. A query that acts outside of the database, or by commands of its own, is refused.
   */
  whileSeeing?: "refused" | "allowed";
};

type QueryContext<Input> = {
  actor: Actor;
  input: Input;
  /** When it began. What is written to a locked row takes its time under the lock: `ConversationChange.now`, `momentAfter`. */
  now: Date;
};
export type CommandContext<Input> = QueryContext<Input> & { emit: (event: NewEvent) => void };

export type Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Definition<I, O> & {
  kind: "query" | "command";
  /** Checks permission, parses, enters the company, runs, stores events, parses the result. */
  execute: (actor: Actor, input: z.input<I>) => Promise<z.output<O>>;
};

const registry = new Map<string, Operation>();

/** Every operation that has been defined by the modules loaded so far. */
export function allOperations(): Operation[] {
  return [...registry.values()];
}

function register<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>): Operation<I, O> {
  if (registry.has(operation.name)) throw new Error(`two operations are called ${operation.name}`);
  registry.set(operation.name, operation as unknown as Operation);
  return operation;
}

/** Refuses an actor that lacks the operation's access, naming what is missing. */
export function authorize(actor: Actor, access: Access): void {
  if (access === "visitor") {
    if (!actor.visitor) throw new AppError("forbidden");
    return;
  }
  if (actor.visitor) throw new AppError("forbidden");
  if (access === "anyone") return;
  if (access === "system") {
    if (actor.type !== "system" && actor.type !== "robot") throw new AppError("forbidden");
    return;
  }
  if (access === "person") {
    if (actor.type !== "user") throw new AppError("forbidden");
    return;
  }
  if (can(actor, access)) return;
  throw new AppError("forbidden", {
    message: `This needs the permission ${access}.`,
    extra: { requiredPermissions: [access] },
  });
}

/** Refuses an actor who may not call the operation, whatever the input. */
export function admit(actor: Actor, { access, alsoNeeds }: Pick<Operation, "access" | "alsoNeeds">): void {
  authorize(actor, access);
  alsoNeeds?.(actor);
}

/** Who looks as somebody else changes nothing: neither as them nor, by mistake, as themselves. */
export function refuseWhileSeeing({ seenBy, name }: Actor): void {
  if (!seenBy) return;
  const message = `You see Parley as ${name}, and can change nothing. Stop seeing it as them first.`;
  throw new AppError("forbidden", { message, extra: { seenAs: name } });
}

/** A read: no transaction, no events. */
export function query<I extends z.ZodType, O extends z.ZodType>(
  definition: Definition<I, O> & { run: (context: QueryContext<z.output<I>>) => Promise<z.input<O>> },
): Operation<I, O> {
  const execute = async (actor: Actor, input: z.input<I>): Promise<z.output<O>> => {
    admit(actor, definition);
    if (definition.whileSeeing === "refused") refuseWhileSeeing(actor);
    const parsed = parseInput(definition.input, input);
    try {
      return await withMasks(actor, definition.name, async () =>
        definition.output.parse(
          await inCompany(actor.companyId, () => definition.run({ actor, input: parsed, now: now() })),
        ),
      );
    } catch (error) {
      throw mapDatabaseError(error);
    }
  };
  return register({ ...definition, kind: "query", execute });
}

type Command<I extends z.ZodType, O extends z.ZodType> = Definition<I, O> & {
  /**
   * For what may be too many rows to hold at once: commands of its own before the transaction, each with its own, so
   * that nobody waits for long. It refuses what `run` would refuse, stays done where `run` fails, and is left out within
   * the transaction of another command: `run` does what is left.
   */
  ahead?: (context: Pick<QueryContext<z.output<I>>, "actor" | "input">) => Promise<void>;
  run: (context: CommandContext<z.output<I>>) => Promise<z.input<O>>;
};

/** A change: one transaction with its events; joins the transaction of the command that calls it. */
export function command<I extends z.ZodType, O extends z.ZodType>(definition: Command<I, O>): Operation<I, O> {
  const goAhead = async (actor: Actor, input: z.output<I>): Promise<void> => {
    if (!definition.ahead || currentScope()?.client) return;
    try {
      await inCompany(actor.companyId, async () => definition.ahead?.({ actor, input }));
    } catch (error) {
      throw mapDatabaseError(error);
    }
  };
  const once = async (actor: Actor, input: z.output<I>): Promise<z.input<O>> => {
    const outermost = currentScope()?.client === undefined;
    const run = async () => {
      const events: NewEvent[] = [];
      const origin = { actor, at: moment(), operation: definition.name };
      const emit = (event: NewEvent) => {
        events.push(event);
        addEvent(event, origin);
      };
      const output = await definition.run({ actor, input, now: origin.at, emit });
      for (const event of await handleEvents({ actor, events, now: origin.at })) addEvent(event, origin);
      return output;
    };
    const result = await inTransaction(actor.companyId, () => storeEmitted(run));
    if (outermost) announceCommit();
    return result;
  };
  const execute = async (actor: Actor, input: z.input<I>): Promise<z.output<O>> => {
    admit(actor, definition);
    if (definition.whileSeeing !== "allowed") refuseWhileSeeing(actor);
    const parsed = parseInput(definition.input, input);
    if (actor.sight?.masks.length && holdsMask(parsed)) throw masked();
    await goAhead(actor, parsed);
    return withMasks(actor, definition.name, async () =>
      definition.output.parse(await spannedWithin(definition.name, () => withRetries(() => once(actor, parsed)))),
    );
  };
  return register({ ...definition, kind: "command", execute });
}

const masked = () =>
  new AppError("validation_error", { message: "A value that is shown masked cannot be written: give a new one." });

/** Runs again what the database gave up on, unless an outer transaction is lost with it. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  const nested = currentScope()?.client !== undefined;
  try {
    return await (nested ? work() : retrying(work));
  } catch (error) {
    throw mapDatabaseError(error);
  }
}
