"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Profile } from "#server/users/schema.ts";

const ProfileContext = createContext<Profile | undefined>(undefined);

export function ProfileProvider({ profile, children }: { profile: Profile; children: ReactNode }) {
  return <ProfileContext value={profile}>{children}</ProfileContext>;
}

/** Who is signed in, where, and what they may do. */
export function useProfile(): Profile {
  const profile = useContext(ProfileContext);
  if (!profile) throw new Error("useProfile needs a ProfileProvider around it");
  return profile;
}

/** Whether the signed-in person holds any of these permissions. */
export function useMay(...permissions: string[]): boolean {
  const held = useProfile().permissions;
  return held.includes("admin") || permissions.some((permission) => held.includes(permission));
}
