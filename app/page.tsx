import { redirect } from "next/navigation";
import { requireViewer } from "#components/frame/viewer.ts";

export default async function Home() {
  await requireViewer();
  redirect("/inbox");
}
