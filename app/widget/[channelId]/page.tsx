import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Widget } from "#components/widget/widget.tsx";

export const metadata: Metadata = { title: { absolute: "Chat" } };

const channelId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The chat of a web channel: in the loader's frame, or alone as the channel's test page. */
export default async function WidgetPage({ params }: { params: Promise<{ channelId: string }> }) {
  const id = (await params).channelId;
  if (!channelId.test(id)) notFound();
  return <Widget channelId={id} />;
}
