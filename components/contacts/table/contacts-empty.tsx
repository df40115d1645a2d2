"use client";

import { SearchX, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";

type ContactsEmptyProps = { narrowed: boolean; onCreate: (() => void) | undefined };

export function ContactsEmpty({ narrowed, onCreate }: ContactsEmptyProps) {
  const t = useTranslations("contacts.empty");
  if (narrowed)
    return <EmptyState icon={<SearchX />} title={t("filtered.title")} description={t("filtered.description")} />;
  return (
    <EmptyState
      icon={<Users />}
      title={t("title")}
      description={t("description")}
      actions={
        onCreate ? (
          <Button variant="primary" onClick={onCreate}>
            {t("create")}
          </Button>
        ) : null
      }
    />
  );
}
