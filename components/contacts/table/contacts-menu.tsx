"use client";

import { useMutation } from "@tanstack/react-query";
import { Combine, Download, Ellipsis, FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCommands } from "#components/frame/command-registry.tsx";
import { useMay, usePlanLacks } from "#components/frame/profile.tsx";
import { failureOf, useTRPCClient } from "#components/live/api.ts";
import { saveFile } from "#components/tables/save-file.ts";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { type ContactAddress, queryOf } from "./contact-address.ts";

/** Everything under the filters as a CSV file, fetched a thousand rows at a time. */
function useExport(address: ContactAddress) {
  const t = useTranslations("contacts.export");
  const client = useTRPCClient().contacts;
  const toast = useToast();
  return useMutation({
    mutationFn: async () => {
      const { orderBy: _by, order: _order, page: _page, limit: _limit, ...filters } = queryOf(address);
      const pieces: string[] = [];
      let rows = 0;
      for (let next: { after: string; columns: string[] } | undefined, more = true; more; ) {
        const piece = await client.exportPiece.mutate({ ...filters, ...next });
        pieces.push(piece.csv);
        rows += piece.rows;
        more = piece.next !== null;
        next = { after: piece.next ?? "", columns: piece.columns };
      }
      saveFile(pieces, `contacts-${new Date().toISOString().slice(0, 10)}.csv`);
      return rows;
    },
    onSuccess: (count) => toast.success(t("done", { count })),
    onError: (error) => toast.error(failureOf(error).message || t("failed")),
  });
}

/** What is done to the whole table, and seldom. */
export function ContactsMenu({ address }: { address: ContactAddress }) {
  const t = useTranslations("contacts");
  const words = useTranslations("ui");
  const lacking = usePlanLacks("export");
  const run = useExport(address);
  const router = useRouter();
  const save = () => run.mutate();
  const duplicates = () => router.push("/contacts/duplicates");
  const mayImport = useMay("clients_write");
  const importing = () => router.push("/contacts/import");
  useCommands([
    ...(mayImport
      ? [{ id: "contacts import", group: t("title"), label: t("menu.import"), icon: FileUp, run: importing }]
      : []),
    ...(lacking
      ? []
      : [{ id: "contacts export", group: t("title"), label: t("export.all"), icon: Download, run: save }]),
    { id: "contacts duplicates", group: t("title"), label: t("menu.duplicates"), icon: Combine, run: duplicates },
  ]);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton label={t("menu.label")} loading={run.isPending}>
          <Ellipsis aria-hidden />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {mayImport ? (
          <DropdownMenuItem icon={<FileUp aria-hidden />} onSelect={importing}>
            {t("menu.import")}
          </DropdownMenuItem>
        ) : null}
        <DropdownMenuItem icon={<Combine aria-hidden />} onSelect={duplicates}>
          {t("menu.duplicates")}
        </DropdownMenuItem>
        <DropdownMenuItem icon={<Download aria-hidden />} disabled={run.isPending || lacking} onSelect={save}>
          {lacking ? `${t("export.button")} · ${words("planLacks")}` : t("export.button")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
