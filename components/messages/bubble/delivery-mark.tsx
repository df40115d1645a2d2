"use client";

import { Check, CheckCheck, CircleAlert, Clock3 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Tooltip } from "#components/ui/tooltip.tsx";

export type Delivery = "sending" | "queued" | "sent" | "delivered" | "read" | "failed";

const marks = {
  sending: { icon: Clock3, style: "text-text-faint" },
  queued: { icon: Clock3, style: "text-text-faint" },
  sent: { icon: Check, style: "text-text-faint" },
  delivered: { icon: CheckCheck, style: "text-text-faint" },
  read: { icon: CheckCheck, style: "text-accent" },
  failed: { icon: CircleAlert, style: "text-danger" },
} as const;

/** How far an outgoing message has come: a tick for the eye, a word for screen readers and on hover. */
export function DeliveryMark({ delivery }: { delivery: Delivery }) {
  const t = useTranslations("messages.status");
  const { icon: Icon, style } = marks[delivery];
  return (
    <Tooltip content={t(delivery)}>
      <span className="inline-flex">
        <Icon aria-hidden className={`size-3.5 ${style}`} />
        <span className="sr-only">{t(delivery)}</span>
      </span>
    </Tooltip>
  );
}
