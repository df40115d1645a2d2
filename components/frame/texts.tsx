import { getMessages } from "next-intl/server";
import type { ReactNode } from "react";
import type { Messages } from "#i18n/namespaces.ts";
import { SentTexts } from "./more-texts.tsx";

type TextsProps = { of: readonly (keyof Messages)[]; children: ReactNode };

/** Sends the browser these texts with the page, beside those that its layouts sent. */
export async function Texts({ of, children }: TextsProps) {
  return <SentTexts texts={JSON.stringify(await textsOf(of))}>{children}</SentTexts>;
}

export async function textsOf(names: TextsProps["of"]): Promise<Partial<Messages>> {
  const all = await getMessages();
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}
