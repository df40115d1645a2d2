import { initTRPC, TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import type { z } from "zod";
import { AppError, type ErrorCode, errorTable } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Operation } from "#server/core/operation.ts";
import { asAppError } from "#server/kit/rest/answer.ts";

type TrpcContext = { actor: Actor | null; requestId: string };

const t = initTRPC.context<TrpcContext>().create({
  errorFormatter({ shape, error, ctx, type }) {
    const said = saidBy(error, type);
    const data = {
      ...shape.data,
      stack: undefined,
      error: said.code,
      details: said.details ?? null,
      extra: said.extra ?? null,
      requestId: ctx?.requestId ?? null,
    };
    return { ...shape, message: said.message, data };
  },
});

/** What tRPC itself refuses, before an operation hears of it, in the service's own codes. */
const ownRefusals: Partial<Record<TRPCError["code"], ErrorCode>> = {
  NOT_FOUND: "not_found",
  METHOD_NOT_SUPPORTED: "method_not_allowed",
  PAYLOAD_TOO_LARGE: "payload_too_large",
  UNSUPPORTED_MEDIA_TYPE: "unsupported_media_type",
};

/** The error as one of ours: an operation's own, else what tRPC refused, by its code; only the rest is our fault. */
export function saidBy(error: TRPCError, type: string): AppError {
  if (error.cause instanceof AppError) return error.cause;
  const known = ownRefusals[error.code];
  if (known) return new AppError(known, { cause: error });
  if (getHTTPStatusCodeFromError(error) >= 500) return new AppError("internal_error", { cause: error });
  // A query's input is in its address: only a mutation has a body.
  const isBody = type === "mutation" && error.cause instanceof SyntaxError;
  return new AppError(isBody ? "invalid_json" : "validation_error", { cause: error });
}

export const router = t.router;
export const createCaller = t.createCallerFactory;

function toTrpcError(error: unknown, requestId: string): TRPCError {
  const known = asAppError(error);
  if (known.status >= 500) log.error({ error, requestId }, "a call failed");
  return new TRPCError({ code: errorTable[known.code].trpc, message: known.message, cause: known });
}

const guarded = t.procedure.use(async ({ ctx, next }) => {
  if (!ctx.actor) throw toTrpcError(new AppError("unauthorized"), ctx.requestId);
  return next({ ctx: { ...ctx, actor: ctx.actor } });
});

/** An operation as a procedure: the input is parsed by the operation itself, once. */
export function query<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) {
  return guarded
    .input((value: unknown) => value as z.input<I>)
    .query(async ({ ctx, input }): Promise<z.output<O>> => {
      try {
        return await operation.execute(ctx.actor, input as z.input<I>);
      } catch (error) {
        throw toTrpcError(error, ctx.requestId);
      }
    });
}

/** The same for a command. */
export function mutation<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>) {
  return guarded
    .input((value: unknown) => value as z.input<I>)
    .mutation(async ({ ctx, input }): Promise<z.output<O>> => {
      try {
        return await operation.execute(ctx.actor, input as z.input<I>);
      } catch (error) {
        throw toTrpcError(error, ctx.requestId);
      }
    });
}
