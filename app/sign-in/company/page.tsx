import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EnterCompany } from "#components/frame/early/enter-company.tsx";
import { Texts } from "#components/frame/texts.tsx";
import { readViewer } from "#components/frame/viewer.ts";
import { CompanyChoice } from "#components/sessions/company-choice.tsx";
import { ownTarget } from "#components/sessions/own-target.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sessions.company");
  return { title: t("title") };
}

type Search = Promise<Record<string, string | string[] | undefined>>;

/**
 * After single sign-on: in which of several companies. Whom the identity provider has not vouched for sees none. And on
 * the way to a page of another company than the one that this browser works in.
 */
export default async function CompanyChoicePage({ searchParams }: { searchParams: Search }) {
  const viewer = await readViewer();
  const { to, companyId } = await searchParams;
  if (viewer.state === "signed-in" && typeof companyId === "string")
    return <EnterCompany companyId={companyId} to={ownTarget(typeof to === "string" ? to : "/inbox")} />;
  return (
    <Texts of={["sessions", "ui"]}>
      <CompanyChoice to={typeof to === "string" ? to : "/inbox"} signedIn={viewer.state === "signed-in"} />
    </Texts>
  );
}
