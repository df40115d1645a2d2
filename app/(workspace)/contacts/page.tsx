import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { readAddress } from "#components/contacts/table/contact-address.ts";
import { contactKeys } from "#components/contacts/table/contact-keys.ts";
import { ContactsPage } from "#components/contacts/table/contacts-page.tsx";
import { readParams } from "#components/filters/address-params.ts";
import { Texts } from "#components/frame/texts.tsx";
import { First } from "../first.tsx";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("contacts");
  return { title: t("title") };
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const address = readAddress(readParams(await searchParams));
  return (
    <Texts of={["inbox"]}>
      <First of={contactKeys(address)}>
        <ContactsPage />
      </First>
    </Texts>
  );
}
