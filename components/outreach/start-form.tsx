"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "#components/forms/field.tsx";
import { RadioGroup } from "#components/forms/radio-group.tsx";
import { useUnsaved } from "#components/forms/use-unsaved.ts";
import { failureOf, useTRPC, useTRPCClient } from "#components/live/api.ts";
import type { FilledTemplate } from "#components/messages/composer/use-sendable.ts";
import { Button } from "#components/ui/button.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import { DialogBody } from "#components/ui/dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Way } from "#server/outreach/schema.ts";
import { FirstTemplate } from "./first-template.tsx";
import { FirstWords } from "./first-words.tsx";
import type { Addressee } from "./start.tsx";
import { WhoField } from "./who-field.tsx";

/** What is sent: words, or a template with what was filled in. */
export type First = { message: { body: string; clientMessageId: string } } | { template: FilledTemplate };

const recipientOf = (to: Addressee) => ("contactId" in to ? { contactId: to.contactId } : to);

/** Those that can be written to freely first, then by template; the rest say why not. */
const ranks: Record<Way["writes"], number> = { freely: 0, template: 1, nothing: 2 };

export function StartForm({ to, onDone }: { to: Addressee | undefined; onDone: () => void }) {
  const t = useTranslations("outreach");
  const trpc = useTRPC();
  const router = useRouter();
  const client = useTRPCClient();
  const [who, setWho] = useState(to);
  const [wanted, want] = useState<string>();
  // Held here: it stays while one looks at another channel.
  const [text, setText] = useState("");
  const [touched, setTouched] = useState(false);
  useUnsaved([text, touched]);
  const asked = trpc.outreach.reach.queryOptions({ to: recipientOf(who ?? { email: "" }) });
  const reach = useQuery({ ...asked, enabled: who !== undefined, staleTime: 0 });
  const ways = who && reach.data ? reach.data.ways.toSorted((a, b) => ranks[a.writes] - ranks[b.writes]) : [];
  const usable = ways.filter(({ writes }) => writes !== "nothing");
  const way = usable.find(({ channelId }) => channelId === wanted) ?? usable[0];
  const send = async (first: First) => {
    if (!way || !who) return;
    const { conversationId } = await client.outreach.send.mutate({
      ...{ channelId: way.channelId, to: recipientOf(who), ...first },
    });
    onDone();
    router.push(`/inbox/${conversationId}?view=all`);
  };
  return (
    <DialogBody>
      <WhoField
        value={who}
        name={reach.data?.contact?.name}
        onChange={(next) => {
          setWho(next);
          want(undefined);
        }}
      />
      {who && reach.isPending ? <Skeleton className="h-16" /> : null}
      {who && reach.isError && !reach.data ? (
        <p role="alert" className="flex items-center gap-2 text-danger text-sm">
          {failureOf(reach.error).message || t("failed")}
          <Button variant="link" size="sm" onClick={() => void reach.refetch()}>
            {t("again")}
          </Button>
        </p>
      ) : null}
      {ways.length > 0 ? (
        <Field label={t("by")}>
          <RadioGroup options={ways.map((one) => optionOf(one, t))} value={way?.channelId} onValueChange={want} />
        </Field>
      ) : null}
      {reach.data && who && !way ? (
        <p className="text-sm text-text-muted">{t(reach.data.phone || !("phone" in who) ? "nowhere" : "unreadable")}</p>
      ) : null}
      {way?.writes === "freely" ? <FirstWords key={way.channelId} text={text} onText={setText} onSend={send} /> : null}
      {who && way?.writes === "template" ? (
        <FirstTemplate
          key={way.channelId}
          channelId={way.channelId}
          to={recipientOf(who)}
          name={reach.data?.contact?.name || reach.data?.phone || ""}
          onTouched={setTouched}
          onSend={send}
        />
      ) : null}
    </DialogBody>
  );
}

function optionOf({ channelId, type, label, writes, reason }: Way, t: ReturnType<typeof useTranslations<"outreach">>) {
  return {
    value: channelId,
    disabled: writes === "nothing",
    label: (
      <span className="flex items-center gap-2">
        <ChannelIcon channel={type} className="size-4" />
        <bdi>{label}</bdi>
      </span>
    ),
    hint: writes === "template" ? t("template") : reason ? t(`reasons.${reason}`) : undefined,
  };
}
