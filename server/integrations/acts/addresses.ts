import { env } from "#server/config/env.ts";

/** Where other people's services are; an operator may set them, and tests do. */
export const addresses = {
  googleAnalytics: env.services.googleAnalytics,
  hubspot: env.services.hubspot,
  pipedrive: env.services.pipedrive,
  metaGraph: `${env.meta.graphUrl}/${env.meta.graphVersion}`,
};
