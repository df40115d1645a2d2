"use client";

import { UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { choosable, type Directory } from "#components/conversations/data/directory.ts";
import type { Option } from "#components/forms/option-list.tsx";
import { useProfile } from "#components/frame/profile.tsx";
import { Avatar } from "#components/ui/avatar.tsx";

/** People a contact can be assigned to: no one first, then oneself, then the other active people who may talk. */
export function useAssigneeOptions(directory: Directory, current = ""): Option[] {
  const t = useTranslations("contacts");
  const me = useProfile().user.id;
  const people = choosable(directory.users, [current]);
  const sorted = [...people.filter(({ id }) => id === me), ...people.filter(({ id }) => id !== me)];
  return [
    { value: "", label: t("nobody"), icon: <UserX aria-hidden className="size-4 text-text-faint" /> },
    ...sorted.map(({ id, name }) => ({
      value: id,
      label: id === me ? t("me", { name }) : name,
      icon: <Avatar id={id} name={name} size="sm" decorative />,
    })),
  ];
}
