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

export default createNextIntlPlugin("./i18n/request.ts")(config);
