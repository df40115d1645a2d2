import type { ReactNode } from "react";
import { Texts } from "#components/frame/texts.tsx";
import { requireViewer } from "#components/frame/viewer.ts";
import { Workspace } from "#components/frame/workspace.tsx";

export default async function WorkspaceLayout({ children }: { children: ReactNode }) {
  const { profile, unread, seq } = await requireViewer();
  return (
    <Texts of={["companies", "contacts", "frame", "notifications", "sessions", "simulator", "ui"]}>
      <Workspace profile={profile} unread={unread} position={seq}>
        {children}
      </Workspace>
    </Texts>
  );
}
