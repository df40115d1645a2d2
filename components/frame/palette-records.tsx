"use client";

import { PaletteContacts } from "#components/contacts/palette-contacts.tsx";
import { PaletteMessages } from "#components/messages/search/palette-messages.tsx";
import { PaletteSearch } from "#components/search/palette-search.tsx";
import { PaletteSimulator } from "#components/simulator/palette-simulator.tsx";
import { useMay } from "./profile.tsx";

/** What the palette finds on every page. */
export function PaletteRecords() {
  const reads = useMay("clients_read", "clients_read_assigned");
  const sets = useMay("websites_write");
  return (
    <>
      {reads ? <PaletteContacts /> : null}
      {reads ? <PaletteMessages /> : null}
      {reads ? <PaletteSearch /> : null}
      {sets ? <PaletteSimulator /> : null}
    </>
  );
}
