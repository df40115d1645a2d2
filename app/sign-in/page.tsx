import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { readViewer } from "#components/frame/viewer.ts";
import { ownTarget } from "#components/sessions/own-target.ts";
import { SignInForm } from "#components/sessions/sign-in-form.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sessions.signIn");
  return { title: t("title") };
}

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const viewer = await readViewer();
  const { to, error, another } = await searchParams;
  const target = ownTarget(typeof to === "string" ? to : "/inbox");
  const person = viewer.state === "signed-in" ? viewer.profile.user : undefined;
  // Who is signed in comes here for another company only.
  if (viewer.state === "signed-in" && (another === undefined || viewer.preview)) redirect(target);
  if (viewer.state === "anonymous" && viewer.firstRun) redirect("/welcome");
  return (
    <Texts of={["sessions", "ui"]}>
      <SignInForm
        to={target}
        singleSignOn={viewer.state === "anonymous" ? viewer.singleSignOn : undefined}
        another={person?.email}
        refused={typeof error === "string" ? error : undefined}
      />
    </Texts>
  );
}
