"use client";

import type { signIn as signInNow } from "next-auth/react";
import { laterModule } from "#components/ui/late/later.tsx";

/* next-auth's browser part is fetched while somebody types: nothing before the press needs it. */
const auth = laterModule(() => import("next-auth/react"));

export const signIn: typeof signInNow = async (...given) => (await auth.fetch()).signIn(...given);
