"use client";

import { useMemo } from "react";
import { useProfile } from "#components/frame/profile.tsx";
import { holds, type Permission } from "#server/core/permissions.ts";

export type Viewer = { id: string; name: string; can: (permission: Permission) => boolean };

/** The signed-in person and what they may do. */
export function useViewer(): Viewer {
  const { user, permissions } = useProfile();
  return useMemo(() => {
    const held: ReadonlySet<string> = new Set(permissions);
    return { id: user.id, name: user.name, can: (permission) => holds(held, permission) };
  }, [user.id, user.name, permissions]);
}
