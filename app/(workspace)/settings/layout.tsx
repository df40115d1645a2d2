import type { ReactNode } from "react";
import { SettingsFrame } from "#components/companies/settings-frame.tsx";
import { settingsIcons } from "#components/companies/settings-icons.tsx";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <SettingsFrame icons={settingsIcons}>{children}</SettingsFrame>;
}
