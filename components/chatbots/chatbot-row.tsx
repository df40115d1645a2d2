"use client";

import { useMutation } from "@tanstack/react-query";
import { Copy, Ellipsis, ExternalLink, Pencil, Sparkles, Trash2, Workflow } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusals } from "#components/companies/refusals.ts";
import { Switch } from "#components/forms/switch.tsx";
import { useMay, usePlanLacks } from "#components/frame/profile.tsx";
import { useTRPC } from "#components/live/api.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { ChannelIcon } from "#components/ui/channel-icon.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#components/ui/dropdown-menu.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { useToast } from "#components/ui/toast.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { DeleteChatbot } from "./delete-chatbot.tsx";
import { RenameChatbot } from "./rename-chatbot.tsx";
import { type ListedChatbot, useDuplicateChatbot } from "./use-duplicate-chatbot.ts";

/** One chatbot: where it answers, whether it does, and what can be done with it. */
export function ChatbotRow({ chatbot }: { chatbot: ListedChatbot }) {
  const t = useTranslations("chatbots.list");
  const { id, name, channels, chatbotWithAi, testChatbotUrl } = chatbot;
  const labels = channels.map(({ label }) => label).join(", ");
  const onWeb = channels.some(({ type }) => type === "WEBSITE");
  return (
    <li className="relative flex min-h-14 items-center gap-3 px-3 py-2 hover:bg-text/4">
      <div className="grid min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <Link
            href={`/chatbots/${id}/flow`}
            aria-label={t("open", { name })}
            className="truncate font-medium text-base after:absolute after:inset-0"
          >
            {name}
          </Link>
          {chatbotWithAi ? (
            <Tooltip content={t("aiHint")}>
              <span className="relative">
                <Badge tone="bot" icon={<Sparkles aria-hidden />}>
                  {t("ai")}
                </Badge>
              </span>
            </Tooltip>
          ) : null}
        </div>
        <p className="flex min-w-0 items-center gap-1.5 text-text-muted text-xs">
          {[...new Set(channels.map(({ type }) => type))].map((type) => (
            <ChannelIcon key={type} channel={type} decorative className="size-3.5" />
          ))}
          <span className="truncate">{t("channels", { count: channels.length, names: labels })}</span>
        </p>
      </div>
      {onWeb ? (
        <a
          href={testChatbotUrl}
          target="_blank"
          rel="noopener"
          aria-label={t("testOf", { name })}
          className="relative inline-flex min-h-8 items-center gap-1.5 rounded-md px-2 text-sm text-text-muted hover:bg-text/6 hover:text-text touch:min-h-11"
        >
          <ExternalLink aria-hidden className="size-4" />
          <span className="phone:hidden">{t("test")}</span>
        </a>
      ) : null}
      <AnsweringSwitch chatbot={chatbot} />
      <RowMenu chatbot={chatbot} />
    </li>
  );
}

/** On: it answers. Off: it is muted, and visitors go straight to the team. */
function AnsweringSwitch({ chatbot }: { chatbot: ListedChatbot }) {
  const t = useTranslations("chatbots.list");
  const trpc = useTRPC();
  const toast = useToast();
  const refusals = useRefusals();
  const { cache } = useLive();
  const mayWrite = useMay("websites_write");
  const words = useTranslations("ui");
  const lacking = usePlanLacks("enable_chatbot");
  const save = useMutation(
    trpc.chatbots.update.mutationOptions({
      onSuccess: ({ isMuted }) => {
        cache.refresh(cache.of("chatbots"));
        toast.success(t(isMuted ? "switchedOff" : "switchedOn", { name: chatbot.name }));
      },
      onError: (error) => toast.error(refusals.sentence(error)),
    }),
  );
  const on = !lacking && (save.isPending ? save.variables.muted !== true : !chatbot.isMuted);
  return (
    <div className="relative flex items-center gap-2">
      {on ? null : (
        <Badge tone="warning" className="phone:hidden">
          {lacking ? words("planLacks") : t("muted")}
        </Badge>
      )}
      <Switch
        aria-label={t("answering", { name: chatbot.name })}
        checked={on}
        disabled={!mayWrite || lacking || save.isPending}
        onCheckedChange={(next) => save.mutate({ chatbotId: chatbot.id, muted: !next })}
      />
    </div>
  );
}

function RowMenu({ chatbot }: { chatbot: ListedChatbot }) {
  const t = useTranslations("chatbots.list");
  const mayWrite = useMay("websites_write");
  const duplicate = useDuplicateChatbot();
  const words = useTranslations("ui");
  const lacking = usePlanLacks("enable_chatbot");
  const [dialog, setDialog] = useState<"rename" | "remove">();
  const calls = useTranslations("fulfillment");
  return (
    <div className="relative">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton label={t("menu", { name: chatbot.name })}>
            <Ellipsis aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end" className="w-52">
          <DropdownMenuItem asChild>
            <Link href={`/chatbots/${chatbot.id}/fulfillment`}>
              <Workflow aria-hidden />
              {calls("title")}
            </Link>
          </DropdownMenuItem>
          {mayWrite ? (
            <>
              <DropdownMenuItem icon={<Pencil aria-hidden />} onSelect={() => setDialog("rename")}>
                {t("rename")}
              </DropdownMenuItem>
              <DropdownMenuItem icon={<Copy aria-hidden />} disabled={lacking} onSelect={() => duplicate(chatbot)}>
                {lacking ? `${t("duplicate")} · ${words("planLacks")}` : t("duplicate")}
              </DropdownMenuItem>
              <DropdownMenuSeparator />
              <DropdownMenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setDialog("remove")}>
                {t("remove")}
              </DropdownMenuItem>
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      <RenameChatbot
        chatbot={chatbot}
        open={dialog === "rename"}
        onOpenChange={(open) => setDialog(open ? "rename" : undefined)}
      />
      <DeleteChatbot
        chatbot={chatbot}
        open={dialog === "remove"}
        onOpenChange={(open) => setDialog(open ? "remove" : undefined)}
      />
    </div>
  );
}
