"use client";

import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { onFirstDeed } from "#components/ui/late/first-deed.ts";
import {
  isGivenUp,
  knowsPasskeys,
  offersPasskeys,
  openChallenge,
  renewMs,
  signWithPasskey,
  spendChallenge,
} from "./passkeys.ts";

/** Offers passkeys in the field of the address, while nothing else asks for one. */
export function usePasskeyAutofill(offered: boolean, onSigned: (passkey: string) => void): void {
  const told = useRef(onSigned);
  useEffect(() => {
    told.current = onSigned;
  });
  useEffect(() => {
    if (!offered) return;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function offer(): Promise<void> {
      if (!(await offersPasskeys())) return;
      const options = await openChallenge();
      if (gone || !options) return;
      timer = setTimeout(begin, renewMs);
      // Another request, by the button or by this timer, takes its place.
      const signed = await signWithPasskey(options, true);
      if (gone) return;
      spendChallenge();
      told.current(JSON.stringify(signed));
    }
    // The button and the password are there all the same.
    const begin = () => void offer().catch(() => undefined);
    // With the first deed: a page loads what drawing it needs.
    const forget = onFirstDeed(begin);
    return () => {
      gone = true;
      forget();
      clearTimeout(timer);
    };
  }, [offered]);
}

/** What goes wrong before the server is shown a passkey. */
export type PasskeyFault = "passkeyRefused" | "offline";

type Props = {
  label: string;
  onBegin: () => void;
  onSigned: (passkey: string) => Promise<void>;
  onFault: (fault: PasskeyFault) => void;
  onEnd: () => void;
};

/** Asks the device for a passkey; gone in a browser that knows none. Most know them, so that the page is drawn with it. */
export function PasskeyButton({ label, onBegin, onSigned, onFault, onEnd }: Props) {
  const [known, setKnown] = useState(true);
  const [working, setWorking] = useState(false);
  useEffect(() => setKnown(knowsPasskeys()), []);
  if (!known) return null;
  const ask = async () => {
    setWorking(true);
    onBegin();
    let fault: PasskeyFault = "offline";
    try {
      const options = await openChallenge();
      fault = "passkeyRefused";
      const signed = options && (await signWithPasskey(options));
      spendChallenge();
      if (signed) await onSigned(JSON.stringify(signed));
      else onFault(fault);
    } catch (error) {
      if (fault === "offline" || !isGivenUp(error)) onFault(fault);
    }
    setWorking(false);
    onEnd();
  };
  return (
    <Button icon={<KeyRound aria-hidden />} loading={working} onClick={() => void ask()}>
      {label}
    </Button>
  );
}
