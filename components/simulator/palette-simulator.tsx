"use client";

import { useQuery } from "@tanstack/react-query";
import { Smartphone } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useCommands } from "#components/frame/command-registry.tsx";
import { useTRPC } from "#components/live/api.ts";

/** The way to the phone screen, where the simulator runs. */
export function PaletteSimulator() {
  const t = useTranslations("simulator");
  const tFrame = useTranslations("frame.palette");
  const router = useRouter();
  const accounts = useQuery(useTRPC().simulator.accounts.queryOptions({}));
  const go = { id: "go simulator", group: tFrame("go"), label: t("title"), icon: Smartphone };
  useCommands(accounts.data?.available ? [{ ...go, run: () => router.push("/simulator") }] : []);
  return null;
}
