import { Bot } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "#components/ui/avatar.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { Place } from "../thread/thread-items.ts";

export type Speaker = "visitor" | "bot" | "agent";

type BubbleFrameProps = {
  speaker: Speaker;
  /** Whose picture and name it is. */
  who: { id: string; name: string };
  place: Place;
  /** The line above the first bubble of a group. */
  heading?: ReactNode;
  /** Beside the bubble: time, ticks, actions. */
  aside?: ReactNode;
  /** Beneath the bubble: why it failed, quick replies. */
  below?: ReactNode;
  children: ReactNode;
};

/** Where a bubble stands: the visitor's on the left, the team's on the right, each group with one picture. */
export function BubbleFrame({ speaker, who, place, heading, aside, below, children }: BubbleFrameProps) {
  const own = speaker !== "visitor";
  return (
    <div className={cn("flex gap-2 px-4", place.first ? "pt-3" : "pt-0.5", own && "flex-row-reverse")}>
      <div className="flex w-6 shrink-0 flex-col justify-end">
        {place.last ? <Portrait speaker={speaker} who={who} /> : null}
      </div>
      <div className={cn("flex min-w-0 flex-1 flex-col gap-1", own ? "items-end" : "items-start")}>
        {place.first ? heading : null}
        {/* On a phone what stands beside goes beneath long words, so that they have the width. */}
        <div
          className={cn(
            "group/bubble flex max-w-full items-end gap-2 phone:flex-wrap phone:gap-x-1.5 phone:gap-y-0.5",
            own && "flex-row-reverse",
          )}
        >
          <div className="min-w-0 max-w-[58ch] phone:max-w-full">{children}</div>
          {aside}
        </div>
        {below}
      </div>
    </div>
  );
}

function Portrait({ speaker, who }: Pick<BubbleFrameProps, "speaker" | "who">) {
  if (speaker === "bot") {
    return (
      <span aria-hidden className="grid size-6 place-items-center rounded-full bg-bot/12 text-bot">
        <Bot className="size-3.5" />
      </span>
    );
  }
  return <Avatar id={who.id} name={who.name} size="md" decorative />;
}

const looks: Record<Speaker, string> = {
  visitor: "bg-text/6",
  bot: "border border-bot/45 border-dashed bg-bot/6",
  agent: "bg-agent/13",
};

/* Within a group the corners on the speaker's side close up. */
const closed: Record<"visitor" | "team", { above: string; below: string }> = {
  visitor: { above: "rounded-tl-sm", below: "rounded-bl-sm" },
  team: { above: "rounded-tr-sm", below: "rounded-br-sm" },
};

export function Bubble({ speaker, place, children }: { speaker: Speaker; place: Place; children: ReactNode }) {
  const corner = closed[speaker === "visitor" ? "visitor" : "team"];
  return (
    <div
      className={cn(
        "grid w-fit max-w-full gap-1.5 rounded-xl px-3 py-1.5 text-text",
        looks[speaker],
        !place.first && corner.above,
        !place.last && corner.below,
      )}
    >
      {children}
    </div>
  );
}
