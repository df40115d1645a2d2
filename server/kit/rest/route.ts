import type { z } from "zod";
import type { Operation } from "#server/core/operation.ts";
import type { Ending } from "./ending.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The part that holds the file, its most bytes, and how the operation's input holds them. */
export type FilePart = { part: string; most: number; hold: (bytes: Uint8Array) => unknown };

/** A POST of ours to an address that the body of an operation names. */
export type Called = {
  name: string;
  /** Where the body holds the address, as OpenAPI writes it: {$request.body#/url} */
  address: string;
  summary: string;
  description: string;
  sends: z.ZodType;
  takes: z.ZodType;
  example: (idOf: (key: string) => string) => unknown;
};

/**
 * One row of a noun's rest.ts. The operation's input is made of path parameters over the JSON body (POST, PUT, PATCH)
 * or over the query string (GET, DELETE); `bodyKey` hands the whole body over under one name instead.
 */
export type Route = {
  method: Method;
  /** With {parameters}, e.g. /v1/contacts/{contactId} */
  path: string;
  /** Other addresses of the same: served, and described as operations of their own. */
  also?: readonly string[];
  operation: Operation;
  /** Heading in the API reference. */
  tag: string;
  summary: string;
  description?: string;
  /**
   * What a person should be asked about before a program does it by itself: it reaches people outside or calls other
   * servers, or takes records away for good. Rows of DELETE need not say the second.
   */
  risk?: "sends" | "deletes";
  /** Success status, 200 unless given. */
  status?: number;
  /** Another success status, by what came of it. */
  otherStatus?: { status: number; when: (output: unknown) => boolean };
  bodyKey?: string;
  /** Takes a file too, as this part of multipart/form-data; the other parts are texts. */
  upload?: FilePart;
  /** The answer is this key of the output alone. */
  outputKey?: string;
  /** Key of the output that the ETag names. */
  etagKey?: string;
  /** Methods that answer 404 on this path, not 405: the contract says that they do not exist. */
  absent?: readonly Method[];
  /** Input key to request header, e.g. { ifMatch: "If-Match" }. */
  headers?: Record<string, string>;
  /** Not JSON: writes the answer itself (exports, 204). */
  respond?: (output: unknown) => Response;
  /** Schemas by media type of what `respond` writes, for the API reference. */
  produces?: Readonly<Record<string, Record<string, unknown>>>;
  /** Error codes beyond the common ones, for the API reference. */
  errors?: readonly string[];
  /** What is called once the body has named its address, for the API reference. */
  calls?: Called;
  /** It will be removed: its answers say when, and the API reference too. */
  ending?: Ending;
};

type RouteOf<I extends z.ZodType, O extends z.ZodType> = Omit<Route, "operation"> & { operation: Operation<I, O> };

/** A row whose operation keeps its own types. */
export function route<I extends z.ZodType, O extends z.ZodType>(definition: RouteOf<I, O>): Route {
  return { ...definition, operation: definition.operation as unknown as Operation };
}

/** 204 with no body. */
export const noContent = (): Response => new Response(null, { status: 204 });
