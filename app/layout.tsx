import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { cookies, headers } from "next/headers";
import { NextIntlClientProvider } from "next-intl";
import { getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { earlyScript } from "#components/frame/early/early-script.ts";
import { Unencrypted } from "#components/frame/early/unencrypted.tsx";
import { Look } from "#components/frame/look/look.tsx";
import { themeScript } from "#components/frame/look/theme-script.ts";
import { nonceOf } from "#components/frame/nonce.ts";
import { textsOf } from "#components/frame/texts.tsx";
import "./globals.css";

/* The Latin part is preloaded; globals.css adds the other scripts, fetched when a page has such letters. */
const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  variable: "--font-inter",
  display: "swap",
});

export const metadata: Metadata = {
  title: { default: "Parley", template: "%s · Parley" },
  icons: { icon: "/icon.svg", apple: "/apple-touch-icon.png" },
  robots: { index: false, follow: false },
  referrer: "strict-origin-when-cross-origin",
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  interactiveWidget: "resizes-content",
  /* `--surface`, which stands at the top of every page. */
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#13171a" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const given = await headers();
  const build = given.get("x-parley-build") || undefined;
  if (given.get("x-parley-surface") === "widget") return <WidgetRoot build={build}>{children}</WidgetRoot>;
  const nonce = nonceOf(given);
  const address = given.get("x-parley-secure");
  const rail = (await cookies()).get("parley_rail")?.value === "open" ? "open" : "closed";
  return (
    <html
      lang={await getLocale()}
      data-rail={rail}
      data-build={build}
      className={inter.variable}
      suppressHydrationWarning
    >
      <body>
        <script
          nonce={nonce}
          dangerouslySetInnerHTML={{ __html: `${themeScript};${earlyScript}` }}
          suppressHydrationWarning
        />
        {address ? <Unencrypted address={address} nonce={nonce} /> : null}
        <NextIntlClientProvider messages={await textsOf(["fault"])}>
          {children}
          <Look />
        </NextIntlClientProvider>
      </body>
    </html>
  );
}

/** The visitor's chat brings its own texts and theme, and nothing of the workspace is sent with it. */
function WidgetRoot({ build, children }: { build: string | undefined; children: ReactNode }) {
  return (
    <html lang="en" data-build={build} className={inter.variable} suppressHydrationWarning>
      <body>{children}</body>
    </html>
  );
}
