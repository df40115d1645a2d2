import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  poweredByHeader: false,
  // The optimizer has been a way in more than once; uploads are already resized by the server.
  images: { unoptimized: true },
  reactStrictMode: true,
  devIndicators: false,
};

export default createNextIntlPlugin("./i18n/request.ts")(config);
