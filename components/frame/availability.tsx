"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";

export type Availability = "online" | "away";

type Choice = { availability: Availability; setAvailability: (next: Availability) => void };

const AvailabilityContext = createContext<Choice | undefined>(undefined);

type AvailabilityProviderProps = { value: Availability; onChange: (next: Availability) => void; children: ReactNode };

/** Put it around WorkspaceShell once presence is known; without it the user menu offers no availability. */
export function AvailabilityProvider({ value, onChange, children }: AvailabilityProviderProps) {
  const choice = useMemo(() => ({ availability: value, setAvailability: onChange }), [value, onChange]);
  return <AvailabilityContext.Provider value={choice}>{children}</AvailabilityContext.Provider>;
}

export function useAvailability(): Choice | undefined {
  return useContext(AvailabilityContext);
}
