"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";

import type { AgentAvailability } from "#server/assignment/choices.ts";

/** `offline`: the server sees no connection of theirs. */
export type Availability = "online" | "away" | "offline";

export const presenceOf = (availability: AgentAvailability): Availability =>
  availability === "available" ? "online" : availability;

type Choice = { availability: Availability; setAvailability: (next: Exclude<Availability, "offline">) => void };

const AvailabilityContext = createContext<Choice | undefined>(undefined);

type AvailabilityProviderProps = {
  value: Availability | undefined;
  onChange: Choice["setAvailability"];
  children: ReactNode;
};

/** Put it around WorkspaceShell once presence is known; without it the user menu offers no availability. */
export function AvailabilityProvider({ value, onChange, children }: AvailabilityProviderProps) {
  const choice = useMemo(() => value && { availability: value, setAvailability: onChange }, [value, onChange]);
  return <AvailabilityContext.Provider value={choice}>{children}</AvailabilityContext.Provider>;
}

export function useAvailability(): Choice | undefined {
  return useContext(AvailabilityContext);
}
