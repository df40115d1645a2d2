// JavaScript, because for TypeScript Next would load a compiler at each start.

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // The optimizer has been a way in more than once; uploads are already resized by the server.
  images: { unoptimized: true },
  // `npm run check` checks the types of the whole project; a build need not do it again.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  // proxy.ts redirects pages; /v1/contacts/ is answered as the API answers it.
  skipTrailingSlashRedirect: true,
  devIndicators: false,
  experimental: {
    // Bytes of source before minifying. Few large files: what compresses together is a twentieth smaller than in many,
    // and pages that follow each other have most of it already.
    turbopackChunking: { minChunkSize: 1_000_000, maxMergeChunkSize: 20_000_000 },
  },
};

/**
 * Texts are parsed at build time: the browser gets no parser of ICU messages, and a start that serves what was built
 * loads neither that parser nor its compiler.
 * @param {string} phase
 */
export default async function configure(phase) {
  if (phase === "phase-production-server") return config;
  const { default: createNextIntlPlugin } = await import("next-intl/plugin");
  const withTexts = createNextIntlPlugin({
    requestConfig: "./i18n/request.ts",
    experimental: { messages: { path: "./i18n", format: "json", locales: "infer", precompile: true } },
  });
  const { pagesFingerprint } = await import("./scripts/fingerprint.mjs");
  // The same sources are the same build, on whichever machine: an open page is told of another one.
  const built = withTexts({ ...config, generateBuildId: () => pagesFingerprint().slice(0, 20) });
  // A name written from right to left, or with marks of direction, leaves the sentence around it as it is.
  const resolveAlias = { ...built.turbopack?.resolveAlias, "use-intl/format-message": "./i18n/formatting.ts" };
  return { ...built, turbopack: { ...built.turbopack, resolveAlias } };
}
