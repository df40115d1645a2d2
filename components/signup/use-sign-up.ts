"use client";

import { useEffect, useRef, useState } from "react";
import { type Api, failureOf } from "#components/live/api.ts";
import type { SignUpOffer } from "#server/channels/signup/schema.ts";
import { type Facebook, facebook, type NumberKind, openSignUp } from "./facebook.ts";
import { isFromSignUp, readSessionInfo, type SessionInfo } from "./session-info.ts";

type FinishSignUp = Api["channels"]["finishSignUp"]["mutate"];
/** What the server made of it, as it comes over the wire. */
export type SignUpOutcome = Awaited<ReturnType<FinishSignUp>>;

export type SignUpState =
  | { at: "start" | "loading" | "ready" | "waiting" | "finishing" | "unloaded" | "canceled" | "blocked" }
  | { at: "failed"; reason: string }
  | { at: "refused"; message: string }
  | { at: "answered"; outcome: SignUpOutcome };

/** The word about the number may come a little after the code. */
const infoWithinMs = 2000;

type Choice = { kind: NumberKind; pin: string };

/** From the press over the window to what the server made of it. */
export function useSignUp(api: Api, channelId: string, offer: SignUpOffer) {
  const [state, setState] = useState<SignUpState>({ at: "start" });
  const info = useRef<SessionInfo>(undefined);
  const heard = useRef<() => void>(undefined);

  useEffect(() => {
    const own = offer.sandbox ? window.location.origin : "";
    const listen = (event: MessageEvent) => {
      if (!isFromSignUp(event.origin, own)) return;
      const read = readSessionInfo(event.data);
      if (!read) return;
      info.current = read;
      heard.current?.();
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, [offer.sandbox]);

  const finish = async (input: Parameters<FinishSignUp>[0]) => {
    setState({ at: "finishing" });
    try {
      setState({ at: "answered", outcome: await api.channels.finishSignUp.mutate(input) });
    } catch (error) {
      setState({ at: "refused", message: failureOf(error).message });
    }
  };

  const told = async (): Promise<SessionInfo | undefined> => {
    if (!info.current) {
      await new Promise<void>((resolve) => {
        heard.current = resolve;
        setTimeout(resolve, infoWithinMs);
      });
    }
    return info.current;
  };

  const follow = async (meta: Facebook, { kind, pin }: Choice) => {
    info.current = undefined;
    setState({ at: "waiting" });
    const code = await openSignUp(meta, offer, kind);
    if (code === undefined) return setState({ at: "blocked" });
    const about = code === "" ? info.current : await told();
    if (about?.kind === "failed") return setState({ at: "failed", reason: about.reason });
    if (code === "" || about?.kind === "cancelled") return setState({ at: "canceled" });
    const { event, wabaId, phoneNumberId } = about ?? { event: "FINISH" as const, wabaId: "", phoneNumberId: "" };
    await finish({ channelId, code, event, wabaId, phoneNumberId, ...(pin ? { pin } : {}) });
  };

  const start = async (choice: Choice) => {
    setState({ at: "loading" });
    try {
      const meta = await facebook(offer);
      // Browsers let a window open only for a moment after the press.
      if (!navigator.userActivation.isActive) return setState({ at: "ready" });
      await follow(meta, choice);
    } catch {
      setState({ at: "unloaded" });
    }
  };

  const choose = (outcome: SignUpOutcome, phoneNumberId: string) =>
    finish({ channelId, grant: outcome.grant, phoneNumberId });

  return { state, start, choose, anew: () => setState({ at: "start" }) };
}
