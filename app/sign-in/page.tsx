import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { readViewer } from "#components/frame/viewer.ts";
import { SignInForm } from "#components/sessions/sign-in-form.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sessions.signIn");
  return { title: t("title") };
}

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const viewer = await readViewer();
  if (viewer.state === "signed-in") redirect("/inbox");
  if (viewer.firstRun) redirect("/welcome");
  const { to, error } = await searchParams;
  return (
    <Texts of={["sessions", "ui"]}>
      <SignInForm
        to={typeof to === "string" ? to : "/inbox"}
        singleSignOn={viewer.singleSignOn}
        refused={typeof error === "string" ? error : undefined}
      />
    </Texts>
  );
}
