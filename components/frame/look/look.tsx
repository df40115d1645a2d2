"use client";

import { useEffect } from "react";
import { watchTheme } from "./theme.ts";
import { TimeZoneSync } from "./time-zone-sync.tsx";

/** What every page but the visitor's chat needs, signed in or not; the workspace adds the rest. */
export function Look() {
  useEffect(watchTheme, []);
  return <TimeZoneSync />;
}
