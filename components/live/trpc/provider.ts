"use client";

import { createContext, createElement, type ReactNode, useContext } from "react";
import type { Api } from "./client.ts";
import type { Options } from "./keys.ts";

type Trpc = { api: Api; options: Options };

const TrpcContext = createContext<Trpc | undefined>(undefined);

export function TRPCProvider({ value, children }: { value: Trpc; children: ReactNode }) {
  return createElement(TrpcContext, { value }, children);
}

function useTrpcContext(): Trpc {
  const trpc = useContext(TrpcContext);
  if (!trpc) throw new Error("tRPC needs a TRPCProvider around it");
  return trpc;
}

/** Query and mutation options for TanStack Query. */
export const useTRPC = (): Options => useTrpcContext().options;

/** The operations, to be called directly. */
export const useTRPCClient = (): Api => useTrpcContext().api;
