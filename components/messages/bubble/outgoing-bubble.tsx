"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import type { Outgoing, Place } from "../thread/thread-items.ts";
import { BubbleFrame } from "./bubble-frame.tsx";
import { DeliveryMark } from "./delivery-mark.tsx";
import { FailureLine } from "./failure-line.tsx";
import { MessageContent } from "./message-content.tsx";

type OutgoingBubbleProps = {
  outgoing: Outgoing;
  place: Place;
  onRetry: (clientMessageId: string) => void;
  onDiscard: (clientMessageId: string) => void;
};

/** An own message on its way: in place at once, with its fate beside it. */
export const OutgoingBubble = memo(function OutgoingBubble(props: OutgoingBubbleProps) {
  const { outgoing, place, onRetry, onDiscard } = props;
  const t = useTranslations("messages");
  const { message, clientMessageId, failed, reason } = outgoing;
  return (
    <BubbleFrame
      speaker="agent"
      who={{ id: message.user, name: message.userName }}
      place={place}
      heading={
        <p aria-hidden className="px-1 text-text-muted text-xs">
          {t("speaker.you")}
        </p>
      }
      aside={
        <span className="flex shrink-0 pb-1.5 phone:pb-1">
          <DeliveryMark delivery={failed ? "failed" : "sending"} />
        </span>
      }
      below={
        failed ? (
          <FailureLine
            reason={reason || t("failure.unknown")}
            onRetry={() => onRetry(clientMessageId)}
            onDiscard={() => onDiscard(clientMessageId)}
          />
        ) : null
      }
    >
      <MessageContent message={message} speaker="agent" place={place} name={t("speaker.you")} />
    </BubbleFrame>
  );
});
