import { NextIntlClientProvider } from "next-intl";
import { Component, type ReactNode, useEffect } from "react";
import { Notice } from "./notice.tsx";
import { useTexts } from "./use-texts.ts";

type FaultBoundaryProps = { close: (() => void) | undefined; children: ReactNode };

/** What cannot be drawn takes neither the way out nor the client along: what is on its way goes on. */
export class FaultBoundary extends Component<FaultBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { close, children } = this.props;
    const retry = () => this.setState({ failed: false });
    return this.state.failed ? <Notice phase="broken" busyMinutes={0} retry={retry} close={close} /> : children;
  }
}

/** Contains nothing, so that it may go to any page: who is around the frame is not known any more. */
function tell(type: "ready" | "close") {
  if (window.parent !== window) window.parent.postMessage({ parley: "frame", type }, "*");
}

/** In place of all of it. The page is loaded anew: a release may have come meanwhile. */
export function Fault() {
  const texts = useTexts(undefined);
  useEffect(() => tell("ready"), []);
  if (!texts) return null;
  return (
    <NextIntlClientProvider locale={texts.locale} messages={texts.messages} timeZone={texts.timeZone}>
      <main lang={texts.locale} className="flex h-dvh bg-surface text-text">
        <Notice
          phase="broken"
          busyMinutes={0}
          retry={() => location.reload()}
          close={window.parent === window ? undefined : () => tell("close")}
        />
      </main>
    </NextIntlClientProvider>
  );
}
