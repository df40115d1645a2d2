import type { ChatClient } from "./chat-client.ts";
import type { HostListener } from "./host-link.ts";

type Parts = {
  tell: (message: { type: string } & Record<string, unknown>) => void;
  /** The page shows the chat, or hides it. */
  show: (open: boolean) => void;
};

/** The chat does what the page around its frame says, and tells it what became of it. */
export function followHost(client: ChatClient, { tell, show }: Parts): HostListener {
  client.onArrival = ({ from, name, text, type }) => tell({ type: "message", message: { from, name, text, type } });
  client.onIdentified = (outcome) => tell({ type: "identified", ...outcome });
  client.onOtherPage = () => tell({ type: "left" });
  const opened = (open: boolean) => {
    show(open);
    client.want(open);
  };
  const forget = () => {
    client.forget();
    // From here on nothing of the person is in this browser.
    tell({ type: "forgotten" });
  };
  return {
    init: ({ open, page, identity, leaving }) => {
      client.visit(page);
      if (leaving) forget();
      if (identity) void client.identify(identity);
      else if (!leaving) client.begin();
      opened(open);
    },
    opened,
    page: (page) => client.visit(page),
    identify: (identity) => void client.identify(identity),
    forget,
  };
}
