"use client";

import { ChevronLeft, Download, Ellipsis, History, Redo2, Search, TriangleAlert, Undo2, Upload } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useRef } from "react";
import { useProfile } from "#components/frame/profile.tsx";
import { moment } from "#components/time/moments.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import type { FlowDraft } from "./draft/use-flow-draft.ts";
import { useEditing } from "./editor-context.tsx";

type FlowHeaderProps = {
  name: string;
  draft: FlowDraft;
  onSearch: () => void;
  onPublish: () => void;
  onImport: (text: string) => void;
  onExport: () => void;
  onDiscard: () => void;
};

/** The name of the chatbot, how the draft stands, and what can be done with it. */
export function FlowHeader({ name, draft, onSearch, onPublish, ...menu }: FlowHeaderProps) {
  const t = useTranslations("flows.header");
  const { faults, readOnly, setPane } = useEditing();
  const errors = faults.filter(({ level }) => level === "error").length;
  const words = useStateWords(draft);
  const unkept = draft.dirty && (draft.keeping === "here" || draft.keeping === "refused");
  return (
    <>
      <header className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 border-border border-b px-3 py-2 phone:px-2">
        <Link
          href="/chatbots"
          aria-label={t("back")}
          className="grid size-7 place-items-center rounded-md text-text-muted hover:bg-text/6 hover:text-text touch:size-11"
        >
          <ChevronLeft aria-hidden className="size-4" />
        </Link>
        <div className="flex min-w-0 flex-1 items-baseline gap-2.5">
          <h1 className="min-w-0 truncate font-semibold text-lg phone:text-base">{name}</h1>
          <p role="status" className="shrink-0 text-text-muted text-xs phone:hidden">
            {words}
          </p>
        </div>
        {faults.length > 0 ? (
          <Button
            variant="ghost"
            icon={<TriangleAlert aria-hidden className={errors > 0 ? "text-danger" : "text-warning"} />}
            onClick={() => setPane("faults")}
            aria-label={t("faults", { count: faults.length })}
          >
            <span className="tabular">{faults.length}</span>
          </Button>
        ) : null}
        <IconButton label={t("search")} shortcut="/" onClick={onSearch} className="phone:hidden">
          <Search aria-hidden />
        </IconButton>
        {readOnly ? (
          <Badge>{t("readOnly")}</Badge>
        ) : (
          <>
            <IconButton label={t("undo")} shortcut="mod+z" disabled={!draft.canUndo} onClick={draft.undo}>
              <Undo2 aria-hidden />
            </IconButton>
            <IconButton
              label={t("redo")}
              shortcut="mod+shift+z"
              disabled={!draft.canRedo}
              onClick={draft.redo}
              className="phone:hidden"
            >
              <Redo2 aria-hidden />
            </IconButton>
          </>
        )}
        <MoreMenu {...menu} draft={draft} onSearch={onSearch} />
        {readOnly ? null : (
          <Button variant="primary" disabled={!draft.dirty} onClick={onPublish}>
            {t("publish")}
          </Button>
        )}
      </header>
      {/* A phone has no room beside the name: there only what is not kept is said. */}
      <p
        role="status"
        className="hidden border-border border-b bg-warning/10 px-4 py-1.5 text-sm empty:hidden phone:not-empty:block"
      >
        {unkept ? words : null}
      </p>
    </>
  );
}

/** How the draft is kept, or which version is live. */
function useStateWords(draft: FlowDraft): string {
  const t = useTranslations("flows.header");
  const format = useFormatter();
  const { user } = useProfile();
  const { keeping, savedBy, dirty, base } = draft;
  const saved = () => {
    if (!savedBy) return t("draft");
    const at = format.dateTime(new Date(savedBy.at), moment);
    return savedBy.authorId === user.id ? t("saved", { at }) : t("savedBy", { at, name: savedBy.author });
  };
  const kept: Record<FlowDraft["keeping"], () => string> = {
    saving: () => t("saving"),
    here: () => t(draft.clash ? "keptHere" : "reconnecting"),
    refused: () => t("notKept"),
    saved,
  };
  return dirty ? kept[keeping]() : t("version", { version: base.version });
}

type MoreMenuProps = Pick<FlowHeaderProps, "onImport" | "onExport" | "onDiscard" | "onSearch" | "draft">;

function MoreMenu({ onImport, onExport, onDiscard, onSearch, draft }: MoreMenuProps) {
  const t = useTranslations("flows.header");
  const { readOnly, setPane } = useEditing();
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        aria-label={t("importFile")}
        className="hidden"
        onChange={async (event) => {
          const chosen = event.target.files?.[0];
          event.target.value = "";
          if (chosen) onImport(await chosen.text());
        }}
      />
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={t("more")}>
            <Ellipsis aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="w-60">
          {/* What finds no room beside the name on a phone. */}
          <DropdownMenuItem className="hidden phone:flex" icon={<Search aria-hidden />} onSelect={onSearch}>
            {t("search")}
          </DropdownMenuItem>
          {readOnly ? null : (
            <DropdownMenuItem
              className="hidden phone:flex"
              icon={<Redo2 aria-hidden />}
              disabled={!draft.canRedo}
              onSelect={draft.redo}
            >
              {t("redo")}
            </DropdownMenuItem>
          )}
          <DropdownMenuItem icon={<History aria-hidden />} onSelect={() => setPane("versions")}>
            {t("versions")}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem icon={<Download aria-hidden />} onSelect={onExport}>
            {t("export")}
          </DropdownMenuItem>
          {readOnly ? null : (
            <>
              <DropdownMenuItem icon={<Upload aria-hidden />} onSelect={() => file.current?.click()}>
                {t("import")}
              </DropdownMenuItem>
              <DropdownMenuSeparator />
              <DropdownMenuItem danger disabled={!draft.dirty} onSelect={onDiscard}>
                {t("discard")}
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
    </>
  );
}
