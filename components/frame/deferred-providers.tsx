"use client";

import dynamic from "next/dynamic";

/** The same in a piece of its own: pages that do not render it, such as the visitor's chat, do not load it. */
export const Providers = dynamic(() => import("./providers.tsx").then((module) => module.Providers));
