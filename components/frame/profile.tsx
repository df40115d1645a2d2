"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { FeatureName } from "#server/companies/schema.ts";
import type { Profile } from "#server/users/schema.ts";

const ProfileContext = createContext<Profile | undefined>(undefined);
const PreviewContext = createContext(false);

type ProfileProviderProps = { profile: Profile; preview?: boolean; children: ReactNode };

export function ProfileProvider({ profile, preview = false, children }: ProfileProviderProps) {
  return (
    <ProfileContext value={profile}>
      <PreviewContext value={preview}>{children}</PreviewContext>
    </ProfileContext>
  );
}

/** Whether an administrator looks as this person: then nothing is done by itself, because nothing may be done. */
export function usePreview(): boolean {
  return useContext(PreviewContext);
}

/** Who is signed in, where, and what they may do. */
export function useProfile(): Profile {
  const profile = useContext(ProfileContext);
  if (!profile) throw new Error("useProfile needs a ProfileProvider around it");
  return profile;
}

/** Whether the company's plan leaves it out. */
export function usePlanLacks(feature: FeatureName): boolean {
  return useProfile().lacks.includes(feature);
}

/** Whether the signed-in person holds any of these permissions. */
export function useMay(...permissions: string[]): boolean {
  const held = useProfile().permissions;
  return held.includes("admin") || permissions.some((permission) => held.includes(permission));
}
