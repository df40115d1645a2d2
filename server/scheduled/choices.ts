export const cancelReasons = ["visitor_replied", "human_replied", "closed"] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** The `error` of one that a closing took back: nobody sees it, but the closing's undo brings it back. */
export const takenBack = "taken_back";

/** Of one conversation. */
export const maxScheduled = 50;

type MessageDraft = {
  type: "text/plain" | "image" | "video" | "audio" | "file";
  body?: string | undefined;
  message?:
    | {
        uploadId?: string | undefined;
        url?: string | undefined;
        fileName?: string | undefined;
        caption: string;
        voice: boolean;
      }
    | undefined;
  replyToId?: string | undefined;
  response_options?: string[] | undefined;
  clientMessageId?: string | undefined;
};
type TemplateDraft = {
  templateId?: number | undefined;
  elementName?: string | undefined;
  language?: string | undefined;
  variables?: Record<string, string> | undefined;
  params?: Record<string, string> | undefined;
  media?: { link: string; filename?: string | undefined } | undefined;
  clientMessageId?: string | undefined;
};

/** What sending takes: a message or a template. */
export type Draft = { message?: MessageDraft | undefined; template?: TemplateDraft | undefined };

/** The sender's own id of what is to be sent. */
export const clientIdOf = ({ message, template }: Draft): string | undefined => (message ?? template)?.clientMessageId;

const late = {
  template: "Choose a template: the scheduled message came after the 24-hour window",
  wait: "The scheduled message came after the window for answers: send it once the visitor has written again",
};

/** What is to be done about a message that could not leave. `templates`: the channel has some. */
export function failureTitle(code: string, name: string, templates: boolean): string {
  const what =
    code === "messaging_window_closed"
      ? late[templates ? "template" : "wait"]
      : "A scheduled message could not be sent: look at it again";
  return (name ? `${what} (${name})` : what).slice(0, 255);
}
