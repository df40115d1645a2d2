"use client";

import { useEffect, useMemo, useState } from "react";
import { laterModule, useWhenThere } from "#components/ui/late/later.tsx";
import { whenIdle } from "#components/ui/late/when-idle.ts";
import { patterns } from "../step/late-patterns.ts";
import type { Nodes } from "./flow-edits.ts";
import type { FlowFault } from "./flow-faults.ts";

/* With the schema of steps and the engine of their patterns: what is drawn first needs neither. */
const checks = laterModule(async () => {
  const [{ faultsOf }, { isPattern }] = await Promise.all([import("./flow-faults.ts"), patterns.fetch()]);
  return (nodes: Nodes, limit: number) => faultsOf(nodes, limit, (pattern) => pattern === "" || isPattern(pattern));
});

/** Everything to mend in a flow; undefined until it has been checked. */
export function useFaults(nodes: Nodes, limit: number): readonly FlowFault[] | undefined {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  const check = useWhenThere(checks, idle);
  return useMemo(() => check?.(nodes, limit), [check, nodes, limit]);
}
