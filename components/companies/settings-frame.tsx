"use client";

import {
  Activity,
  ArchiveX,
  Bell,
  Building2,
  CalendarClock,
  CircleUser,
  FolderInput,
  Gauge,
  History,
  Inbox,
  KeyRound,
  type LucideIcon,
  MessageSquareQuote,
  MessagesSquare,
  Plug,
  Route,
  ScrollText,
  ShieldCheck,
  Smile,
  SquareKanban,
  Tags,
  TextCursorInput,
  Timer,
  Users,
  UsersRound,
  Workflow,
  Zap,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { permitted } from "#components/frame/navigation.ts";
import { useProfile } from "#components/frame/profile.tsx";
import { PlaceLink } from "#components/ui/late/place-link.tsx";
import { LinkTabs } from "#components/ui/tabs/link-tabs.tsx";

const groups = ["personal", "company", "inbox", "rules"] as const;

type Section = {
  id:
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
  group: (typeof groups)[number];
  icon: LucideIcon;
  /** Any of these suffices; an empty list: everyone. */
  permissions: readonly string[];
};

const sections: readonly Section[] = [
  { id: "profile", group: "personal", icon: CircleUser, permissions: [] },
  { id: "notifications", group: "personal", icon: Bell, permissions: [] },
  { id: "tokens", group: "personal", icon: KeyRound, permissions: [] },
  { id: "requests", group: "personal", icon: ScrollText, permissions: [] },
  { id: "company", group: "company", icon: Building2, permissions: ["admin"] },
  { id: "members", group: "company", icon: Users, permissions: ["users_read"] },
  { id: "roles", group: "company", icon: ShieldCheck, permissions: ["users_read"] },
  { id: "teams", group: "company", icon: UsersRound, permissions: ["users_read"] },
  { id: "plan", group: "company", icon: Gauge, permissions: ["admin"] },
  { id: "retention", group: "company", icon: ArchiveX, permissions: ["admin"] },
  { id: "imports", group: "company", icon: FolderInput, permissions: ["admin"] },
  { id: "audit", group: "company", icon: History, permissions: ["admin"] },
  { id: "health", group: "company", icon: Activity, permissions: ["admin"] },
  { id: "channels", group: "inbox", icon: MessagesSquare, permissions: ["websites_read"] },
  { id: "phases", group: "inbox", icon: SquareKanban, permissions: ["clients_write"] },
  { id: "tags", group: "inbox", icon: Tags, permissions: ["clients_write"] },
  { id: "fields", group: "inbox", icon: TextCursorInput, permissions: ["clients_write"] },
  { id: "answers", group: "inbox", icon: MessageSquareQuote, permissions: ["clients_write"] },
  { id: "macros", group: "inbox", icon: Zap, permissions: ["chat_talk"] },
  { id: "csat", group: "inbox", icon: Smile, permissions: ["websites_read"] },
  { id: "inbound", group: "inbox", icon: Inbox, permissions: ["admin"] },
  { id: "assignment", group: "rules", icon: Route, permissions: ["users_read"] },
  { id: "rules", group: "rules", icon: Workflow, permissions: ["websites_read"] },
  { id: "calendars", group: "rules", icon: CalendarClock, permissions: ["websites_read"] },
  { id: "service-levels", group: "rules", icon: Timer, permissions: ["websites_read"] },
  { id: "integrations", group: "rules", icon: Plug, permissions: ["websites_read"] },
];

const hrefOf = (section: Section) => `/settings/${section.id}`;

const itemStyles = [
  "flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-text-muted transition-colors hover:bg-text/6 hover:text-text",
  "aria-[current=page]:bg-text/8 aria-[current=page]:font-medium aria-[current=page]:text-text [&>svg]:size-4 [&>svg]:shrink-0",
].join(" ");

/** The sections of the settings beside their page; a strip above it on a phone. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const t = useTranslations("companies.settings");
  const pathname = usePathname();
  const shown = permitted(sections, useProfile().permissions);
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (pathname)
      strip.current?.querySelector("[aria-current=page]")?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [pathname]);
  const isHere = (section: Section) => pathname.startsWith(hrefOf(section));
  return (
    <div className="flex min-h-0 flex-1 phone:flex-col">
      <nav aria-label={t("nav")} className="w-52 shrink-0 overflow-y-auto border-border border-r p-3 phone:hidden">
        {groups.map((group) => (
          <NavGroup key={group} title={t(`groups.${group}`)} items={shown.filter((section) => section.group === group)}>
            {(section) => (
              <PlaceLink
                href={hrefOf(section)}
                aria-current={isHere(section) ? "page" : undefined}
                className={itemStyles}
              >
                <section.icon aria-hidden />
                {t(`sections.${section.id}`)}
              </PlaceLink>
            )}
          </NavGroup>
        ))}
      </nav>
      <div ref={strip} className="hidden shrink-0 phone:block">
        <LinkTabs
          label={t("nav")}
          className="px-4"
          tabs={shown.map((section) => ({
            href: hrefOf(section),
            label: t(`sections.${section.id}`),
            active: isHere(section),
          }))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: some pages scroll and have nothing else to focus */}
      <section aria-label={t("page")} tabIndex={0} className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto">
        {children}
      </section>
    </div>
  );
}

type NavGroupProps = { title: string; items: readonly Section[]; children: (section: Section) => ReactNode };

function NavGroup({ title, items, children }: NavGroupProps) {
  if (items.length === 0) return null;
  return (
    <div className="mb-4">
      <p className="px-2 pb-1 font-medium text-2xs text-text-faint">{title}</p>
      <ul className="grid gap-0.5">
        {items.map((section) => (
          <li key={section.id}>{children(section)}</li>
        ))}
      </ul>
    </div>
  );
}
