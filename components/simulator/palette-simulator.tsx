"use client";

import { useQuery } from "@tanstack/react-query";
import { Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCommands } from "#components/frame/command-registry.tsx";
import { useWays } from "#components/frame/reaching/use-reaching.tsx";
import { useTRPC } from "#components/live/api.ts";

/** The way to the phone screen, where the simulator runs. */
export function PaletteSimulator() {
  const t = useTranslations("simulator");
  const tFrame = useTranslations("frame.palette");
  const ways = useWays();
  const accounts = useQuery(useTRPC().simulator.accounts.queryOptions({}));
  const go = { id: "go simulator", group: tFrame("go"), label: t("title"), icon: Smartphone };
  useCommands(accounts.data?.available ? [{ ...go, run: () => ways.go("/simulator") }] : []);
  return null;
}
