"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react";
import { permitted } from "#components/frame/navigation.ts";
import { useProfile } from "#components/frame/profile.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { PlaceLink } from "#components/ui/late/place-link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { LinkTabs } from "#components/ui/tabs/link-tabs.tsx";

const groups = ["personal", "company", "inbox", "rules"] as const;

export type SectionId =
  | "profile"
  | "notifications"
  | "tokens"
  | "requests"
  | "company"
  | "members"
  | "roles"
  | "teams"
  | "assignment"
  | "channels"
  | "phases"
  | "tags"
  | "fields"
  | "answers"
  | "csat"
  | "rules"
  | "macros"
  | "calendars"
  | "service-levels"
  | "integrations"
  | "plan"
  | "retention"
  | "imports"
  | "audit"
  | "health"
  | "inbound";

type Section = {
  id: SectionId;
  group: (typeof groups)[number];
  /** Any of these suffices; an empty list: everyone. */
  permissions: readonly string[];
};

const sections: readonly Section[] = [
  { id: "profile", group: "personal", permissions: [] },
  { id: "notifications", group: "personal", permissions: [] },
  { id: "tokens", group: "personal", permissions: [] },
  { id: "requests", group: "personal", permissions: [] },
  { id: "company", group: "company", permissions: ["admin"] },
  { id: "members", group: "company", permissions: ["users_read"] },
  { id: "roles", group: "company", permissions: ["users_read"] },
  { id: "teams", group: "company", permissions: ["users_read"] },
  { id: "plan", group: "company", permissions: ["admin"] },
  { id: "retention", group: "company", permissions: ["admin"] },
  { id: "imports", group: "company", permissions: ["admin"] },
  { id: "audit", group: "company", permissions: ["admin"] },
  { id: "health", group: "company", permissions: ["admin"] },
  { id: "channels", group: "inbox", permissions: ["websites_read"] },
  { id: "phases", group: "inbox", permissions: ["clients_write"] },
  { id: "tags", group: "inbox", permissions: ["clients_write"] },
  { id: "fields", group: "inbox", permissions: ["clients_write"] },
  { id: "answers", group: "inbox", permissions: ["clients_write"] },
  { id: "macros", group: "inbox", permissions: ["chat_talk"] },
  { id: "csat", group: "inbox", permissions: ["websites_read"] },
  { id: "inbound", group: "inbox", permissions: ["admin"] },
  { id: "assignment", group: "rules", permissions: ["users_read"] },
  { id: "rules", group: "rules", permissions: ["websites_read"] },
  { id: "calendars", group: "rules", permissions: ["websites_read"] },
  { id: "service-levels", group: "rules", permissions: ["websites_read"] },
  { id: "integrations", group: "rules", permissions: ["websites_read"] },
];

const hrefOf = (section: Section) => `/settings/${section.id}`;

const itemStyles = [
  "flex min-h-8 items-center gap-2.5 rounded-md px-2 py-1 text-sm text-text-muted transition-colors hover:bg-text/6 hover:text-text",
  "aria-[current=page]:bg-text/8 aria-[current=page]:font-medium aria-[current=page]:text-text [&>svg]:size-4 [&>svg]:shrink-0",
  // On a phone they stand in a sheet, for thumbs.
  "phone:min-h-11",
].join(" ");

/** Drawn by the server: so many weigh more than a page of settings itself. */
type Icons = Readonly<Record<SectionId | "all", ReactNode>>;

/** The sections of the settings beside their page; on a phone a strip above it, and a sheet with all of them. */
export function SettingsFrame({ icons, children }: { icons: Icons; children: ReactNode }) {
  const t = useTranslations("companies.settings");
  const pathname = usePathname();
  const shown = permitted(sections, useProfile().permissions);
  const strip = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!pathname) return;
    for (const menu of [strip, list]) {
      menu.current?.querySelector("[aria-current=page]")?.scrollIntoView({ inline: "center", block: "nearest" });
    }
  }, [pathname]);
  return (
    <div className="flex min-h-0 flex-1 phone:flex-col">
      <nav
        ref={list}
        aria-label={t("nav")}
        className="w-52 shrink-0 overflow-y-auto border-border border-r p-3 phone:hidden"
      >
        <Sections shown={shown} pathname={pathname} icons={icons} />
      </nav>
      <PhoneSections ref={strip} shown={shown} pathname={pathname} icons={icons} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: some pages scroll and have nothing else to focus */}
      <section aria-label={t("page")} tabIndex={0} className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto">
        {children}
      </section>
    </div>
  );
}

type SectionsProps = { shown: readonly Section[]; pathname: string; icons: Icons; onChoose?: () => void };

const isHere = (section: Section, pathname: string) => pathname.startsWith(hrefOf(section));

/** All that one may open, by group. */
function Sections({ shown, pathname, icons, onChoose }: SectionsProps) {
  const t = useTranslations("companies.settings");
  return groups.map((group) => (
    <NavGroup key={group} title={t(`groups.${group}`)} items={shown.filter((section) => section.group === group)}>
      {(section) => (
        <PlaceLink
          href={hrefOf(section)}
          aria-current={isHere(section, pathname) ? "page" : undefined}
          className={itemStyles}
          onClick={onChoose}
        >
          {icons[section.id]}
          {t(`sections.${section.id}`)}
        </PlaceLink>
      )}
    </NavGroup>
  ));
}

/** A strip of the sections to swipe through, and the way to all of them at once. */
function PhoneSections({ ref, ...all }: SectionsProps & { ref: Ref<HTMLDivElement> }) {
  const t = useTranslations("companies.settings");
  const { shown, pathname, icons } = all;
  const [open, setOpen] = useState(false);
  // Also where a form asked before it let go of its page.
  useEffect(() => {
    if (pathname) setOpen(false);
  }, [pathname]);
  return (
    <div ref={ref} className="hidden shrink-0 items-center border-border border-b phone:flex">
      <LinkTabs
        label={t("nav")}
        className="min-w-0 flex-1 border-b-0 px-4"
        tabs={shown.map((section) => ({
          href: hrefOf(section),
          label: t(`sections.${section.id}`),
          active: isHere(section, pathname),
        }))}
      />
      <IconButton
        label={t("all")}
        className="mx-1"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {icons.all}
      </IconButton>
      <Sheet open={open} onOpenChange={setOpen} title={t("title")}>
        <nav aria-label={t("nav")} className="p-3">
          <Sections {...all} onChoose={() => setOpen(false)} />
        </nav>
      </Sheet>
    </div>
  );
}

type NavGroupProps = { title: string; items: readonly Section[]; children: (section: Section) => ReactNode };

function NavGroup({ title, items, children }: NavGroupProps) {
  const id = useId();
  if (items.length === 0) return null;
  return (
    <div className="mb-4">
      <p id={id} className="px-2 pb-1 font-medium text-2xs text-text-faint">
        {title}
      </p>
      <ul aria-labelledby={id} className="grid gap-0.5">
        {items.map((section) => (
          <li key={section.id}>{children(section)}</li>
        ))}
      </ul>
    </div>
  );
}
