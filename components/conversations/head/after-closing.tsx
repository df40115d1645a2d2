"use client";

import { useTranslations } from "next-intl";
import { DropdownMenuCheckboxItem, DropdownMenuSeparator } from "#components/ui/dropdown-menu.tsx";
import { parseFlag, useStoredState } from "#components/ui/stored-state.ts";

/** Each person's own choice, kept in this browser: after closing the next conversation opens, unless they say no. */
export function useOpensNext(): [boolean, (opens: boolean) => void] {
  return useStoredState("parley:opens-next", true, parseFlag);
}

/** The choice, where it is met: in the menu that closes. */
export function AfterClosing() {
  const t = useTranslations("conversations.close");
  const [opensNext, setOpensNext] = useOpensNext();
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuCheckboxItem
        checked={opensNext}
        onCheckedChange={setOpensNext}
        // Changing the setting does not close the menu.
        onSelect={(event) => event.preventDefault()}
      >
        {t("opensNext")}
      </DropdownMenuCheckboxItem>
    </>
  );
}
