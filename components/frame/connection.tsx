"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

/** "polling": no socket gets through, so news are fetched by HTTP. */
export type ConnectionState = "online" | "reconnecting" | "polling";

const ConnectionContext = createContext<ConnectionState>("online");
/* By itself: what the socket reports is not drawn where it is reported. */
const ReportContext = createContext<(state: ConnectionState) => void>(() => undefined);

/**
 * Holds what the socket last reported; the owner of the socket, in or around the frame, calls `useReportConnection`.
 */
export function ConnectionProvider({ children }: { children: ReactNode }) {
  const [state, report] = useState<ConnectionState>("online");
  return (
    <ReportContext value={report}>
      <ConnectionContext value={state}>{children}</ConnectionContext>
    </ReportContext>
  );
}

export function useConnectionState(): ConnectionState {
  return useContext(ConnectionContext);
}

export function useReportConnection(): (state: ConnectionState) => void {
  return useContext(ReportContext);
}

/** True once the connection has been lost for two seconds: shorter gaps are not shown. */
export function useConnectionLost(): boolean {
  const state = useConnectionState();
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (state !== "reconnecting") {
      setLost(false);
      return;
    }
    const timer = setTimeout(() => setLost(true), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  return lost && state === "reconnecting";
}
