import type { ReactNode } from "react";
import { ChatbotTabs } from "#components/chatbots/chatbot-tabs.tsx";
import { Texts } from "#components/frame/texts.tsx";

type LayoutProps = { children: ReactNode; params: Promise<{ chatbotId: string }> };

export default async function Layout({ children, params }: LayoutProps) {
  const { chatbotId } = await params;
  return (
    <Texts of={["chatbots"]}>
      <div className="flex min-h-0 flex-1 flex-col">
        <ChatbotTabs chatbotId={chatbotId} />
        {children}
      </div>
    </Texts>
  );
}
