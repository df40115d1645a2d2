import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { SetupForm } from "#components/companies/setup-form.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { readViewer } from "#components/frame/viewer.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("companies.setup");
  return { title: t("title") };
}

/** Only while the installation is empty; afterwards it redirects to the start page. */
export default async function WelcomePage() {
  const viewer = await readViewer();
  if (viewer.state === "signed-in") redirect("/inbox");
  if (!viewer.firstRun) redirect("/sign-in");
  return (
    <Texts of={["companies", "ui"]}>
      <SetupForm />
    </Texts>
  );
}
