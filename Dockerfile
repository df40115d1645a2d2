# syntax=docker/dockerfile:1
# docker build -t parley .
ARG NODE=node:24.21-trixie-slim
# The same system without npm and what compiles against Node.
ARG SYSTEM=debian:trixie-slim

# The pages and the database client are made with all packages...
FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --include=dev
COPY . .
RUN node scripts/build.mjs && rm -rf .next/cache && find .next -name "*.map" -delete

# ...and run with those that a server needs.
FROM ${NODE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/slim.mjs scripts/root.mjs scripts/
RUN npm ci --ignore-scripts --omit=dev && node scripts/slim.mjs --external

FROM ${SYSTEM}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
COPY --from=packages /app/node_modules node_modules
COPY package.json next.config.mjs instrumentation.ts proxy.ts ./
COPY scripts/file-lock.mjs scripts/processes.mjs scripts/
COPY server server
COPY i18n i18n
COPY prisma prisma
COPY public public
COPY deploy/healthcheck.mjs deploy/healthcheck.mjs
COPY --from=build /app/server/db/generated server/db/generated
COPY --from=build /app/.next .next
RUN useradd --uid 1000 --create-home node && mkdir /data && chown node:node /data
USER node
VOLUME ["/data"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=3 CMD ["node", "deploy/healthcheck.mjs"]
STOPSIGNAL SIGTERM
CMD ["node", "--disable-warning=ExperimentalWarning", "server/main.ts"]
