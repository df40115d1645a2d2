import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Texts } from "#components/frame/texts.tsx";
import { readViewer } from "#components/frame/viewer.ts";
import { CompanyChoice } from "#components/sessions/company-choice.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sessions.company");
  return { title: t("title") };
}

type Search = Promise<Record<string, string | string[] | undefined>>;

/** After single sign-on: in which of several companies. Whom the identity provider has not vouched for sees none. */
export default async function CompanyChoicePage({ searchParams }: { searchParams: Search }) {
  const viewer = await readViewer();
  const { to } = await searchParams;
  return (
    <Texts of={["sessions", "ui"]}>
      <CompanyChoice to={typeof to === "string" ? to : "/inbox"} signedIn={viewer.state === "signed-in"} />
    </Texts>
  );
}
