"use client";

import { ChartNoAxesColumn, Settings2, Workflow, Zap } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { cn } from "#components/ui/class-names.ts";
import { revealTab } from "#components/ui/tabs/reveal-tab.ts";

const places = [
  { id: "flow", icon: Workflow },
  { id: "settings", icon: Settings2 },
  { id: "funnel", icon: ChartNoAxesColumn },
  { id: "fulfillment", icon: Zap },
] as const;

/** The pages of one chatbot. */
export function ChatbotTabs({ chatbotId }: { chatbotId: string }) {
  const t = useTranslations("chatbots.places");
  const here = usePathname();
  return (
    <nav
      aria-label={t("label")}
      className="flex gap-1 overflow-x-auto border-border border-b px-4 [scrollbar-width:none] phone:px-2"
    >
      {places.map(({ id, icon: Icon }) => {
        const href = `/chatbots/${chatbotId}/${id}`;
        const current = here === href;
        return (
          <Link
            key={id}
            ref={current ? revealTab : undefined}
            href={href}
            aria-current={current ? "page" : undefined}
            className={cn(
              "-mb-px flex min-h-9 shrink-0 items-center gap-1.5 border-transparent border-b-2 px-2 text-sm text-text-muted hover:text-text touch:min-h-11",
              current && "border-accent font-medium text-text",
            )}
          >
            <Icon aria-hidden className="size-4" />
            {t(id)}
          </Link>
        );
      })}
    </nav>
  );
}
