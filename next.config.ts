import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  poweredByHeader: false,
  // The optimizer has been a way in more than once; uploads are already resized by the server.
  images: { unoptimized: true },
  // `npm run check` checks the types of the whole project; a build need not do it again.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  devIndicators: false,
};

// Texts are parsed at build time: the browser gets no parser of ICU messages.
const withTexts = createNextIntlPlugin({
  requestConfig: "./i18n/request.ts",
  experimental: { messages: { path: "./i18n", format: "json", locales: "infer", precompile: true } },
});

export default withTexts(config);
