import type { Reply as MessageReply } from "#components/live/outbox.ts";
import type { ScheduledMessage } from "#server/scheduled/schema.ts";
import type { ReadyFile, Reply } from "../composer/use-composer-handle.ts";
import type { FilledTemplate } from "../composer/use-sendable.ts";

const longestCaption = 1024;

/** What was written, as messages: a lone file takes the words along, several leave before them. */
export function partsOf({ text, files, replyToId }: Reply): MessageReply[] {
  const answers = replyToId ? { replyToId } : {};
  const only = files.length === 1 && text.length <= longestCaption ? text : "";
  const parts: MessageReply[] = files.map(({ kind, url, name: fileName, voice }, index) => {
    const message = { url, fileName, ...(only ? { caption: only } : {}), ...(voice ? { voice } : {}) };
    return { type: kind, message, ...(index === 0 ? answers : {}) };
  });
  if (text && !only) parts.push({ type: "text/plain", body: text, ...(files.length === 0 ? answers : {}) });
  return parts;
}

/** The same back: what is undone stands in the composer as it did. */
export function replyOf(waiting: readonly Pick<ScheduledMessage, "message" | "template">[]): Reply {
  const drafts = waiting.flatMap(({ message }) => message ?? []);
  const words = drafts.flatMap(({ body, message }) => body || message?.caption || []);
  const files = drafts.flatMap(({ type, message }): ReadyFile[] => {
    if (!message?.url || type === "text/plain") return [];
    return [{ kind: type, name: message.fileName ?? "", url: message.url, voice: message.voice }];
  });
  const template = waiting.flatMap((one) => filledOf(one.template))[0];
  const replyToId = drafts.find((draft) => draft.replyToId)?.replyToId;
  return { text: words.join("\n"), files, replyToId, ...(template ? { template } : {}) };
}

function filledOf(template: ScheduledMessage["template"]): FilledTemplate[] {
  if (template?.templateId === undefined) return [];
  const { templateId, variables = {}, media } = template;
  return [{ templateId, variables, ...(media ? { media: { link: media.link } } : {}) }];
}
