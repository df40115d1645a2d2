import { useMay } from "#components/frame/profile.tsx";

/** Whether the person may make campaigns: each writes to whom it finds among all contacts. */
export function useMayCreate(): boolean {
  const needed = [useMay("websites_write"), useMay("chat_talk"), useMay("clients_read")];
  return needed.every(Boolean);
}
