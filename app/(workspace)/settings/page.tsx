import { redirect } from "next/navigation";
import { requireViewer } from "#components/frame/viewer.ts";

export default async function SettingsHome() {
  const { profile } = await requireViewer();
  redirect(profile.permissions.includes("admin") ? "/settings/company" : "/settings/profile");
}
