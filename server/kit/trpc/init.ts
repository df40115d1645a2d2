import { initTRPC, TRPCError } from "@trpc/server";
import type { z } from "zod";
import { AppError, errorTable } from "#server/base/errors.ts";
import { log } from "#server/base/log.ts";
import type { Actor } from "#server/core/actor.ts";
import type { Operation } from "#server/core/operation.ts";
import { asAppError } from "#server/kit/rest/answer.ts";

export type TrpcContext = { actor: Actor | null; requestId: string };

const t = initTRPC.context<TrpcContext>().create({
  errorFormatter({ shape, error, ctx }) {
    const cause = error.cause instanceof AppError ? error.cause : undefined;
    const data = {
      ...shape.data,
      stack: undefined,
      error: cause?.code ?? (error.code === "NOT_FOUND" ? "not_found" : "internal_error"),
      details: cause?.details ?? null,
      extra: cause?.extra ?? null,
      requestId: ctx?.requestId ?? null,
    };
    return { ...shape, message: cause?.message ?? "Something went wrong on our side.", data };
  },
});

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
