"use client";

import { useFormatter } from "next-intl";
import { useCallback } from "react";
import { useProfile } from "./profile.tsx";

/** An amount in the company's currency, as the reader's language writes it; whole ones without a fraction. */
export function useMoney(): (amount: number) => string {
  const format = useFormatter();
  const { currency } = useProfile().company;
  return useCallback(
    (amount) => format.number(amount, { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" }),
    [format, currency],
  );
}
