# syntax=docker/dockerfile:1
# One image per service: ingest-gateway, span-consumer, trace-query, schema-migrator, prober, all-in-one.
#   docker build --target ingest-gateway --tag spanhouse/ingest-gateway:1.0.0 \
#     --build-arg VERSION=1.0.0 --build-arg REVISION="$(git rev-parse HEAD)" .

FROM node:24.21.0-bookworm-slim AS build
RUN npm install --global pnpm@10.34.9
WORKDIR /src
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
RUN pnpm fetch --frozen-lockfile
COPY . .
RUN pnpm install --frozen-lockfile --offline \
 && pnpm exec tsc -b tsconfig.build.json \
 && node packages/web-ui/build.mjs

# Production dependencies only, at the versions of the lock file.
FROM build AS deploy-ingest-gateway
RUN pnpm --config.inject-workspace-packages=true --filter @spanhouse/ingest-gateway --prod deploy /app

FROM build AS deploy-span-consumer
RUN pnpm --config.inject-workspace-packages=true --filter @spanhouse/span-consumer --prod deploy /app

FROM build AS deploy-trace-query
RUN pnpm --config.inject-workspace-packages=true --filter @spanhouse/trace-query --prod deploy /app

FROM build AS deploy-schema-migrator
RUN pnpm --config.inject-workspace-packages=true --filter @spanhouse/schema-migrator --prod deploy /app

FROM build AS deploy-prober
RUN pnpm --config.inject-workspace-packages=true --filter @spanhouse/prober --prod deploy /app

FROM build AS deploy-all-in-one
RUN pnpm --config.inject-workspace-packages=true --filter @spanhouse/all-in-one --prod deploy /app \
 && mkdir /data

# Common base of all programs. The programs write nothing below /app, and run without a shell.
FROM node:24.21.0-bookworm-slim AS program
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.vendor="Spanhouse" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production
WORKDIR /app
USER 1000:1000
ENTRYPOINT ["node"]
CMD ["dist/main.js"]

FROM program AS schema-migrator
LABEL org.opencontainers.image.title="spanhouse-schema-migrator" \
      org.opencontainers.image.description="Brings ClickHouse, Kafka and catalog to the state this version needs, and ends"
COPY --from=deploy-schema-migrator /app /app
HEALTHCHECK NONE

# A long-running program with an HTTP server. Without AUTH_MODE=keys, programs that serve spans refuse this address.
FROM program AS server
ENV HTTP_HOST=0.0.0.0 \
    HTTP_PORT=8080
COPY deploy/image/check-health.mjs /opt/spanhouse/check-health.mjs
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "/opt/spanhouse/check-health.mjs"]

FROM server AS ingest-gateway
LABEL org.opencontainers.image.title="spanhouse-ingest-gateway" \
      org.opencontainers.image.description="Takes spans over HTTP and gRPC and writes them to Kafka"
COPY --from=deploy-ingest-gateway /app /app
EXPOSE 8080 4317

FROM server AS span-consumer
LABEL org.opencontainers.image.title="spanhouse-span-consumer" \
      org.opencontainers.image.description="Stores the spans of Kafka in ClickHouse"
COPY --from=deploy-span-consumer /app /app
EXPOSE 8080

FROM server AS trace-query
LABEL org.opencontainers.image.title="spanhouse-trace-query" \
      org.opencontainers.image.description="Answers queries for spans and traces"
COPY --from=deploy-trace-query /app /app
EXPOSE 8080

FROM server AS prober
LABEL org.opencontainers.image.title="spanhouse-prober" \
      org.opencontainers.image.description="Writes known traces and checks that every read path shows them as they were sent"
COPY --from=deploy-prober /app /app
EXPOSE 8080

# The only image with the embedded ClickHouse. It stores all its data in the volume /data.
FROM server AS all-in-one
LABEL org.opencontainers.image.title="spanhouse-all-in-one" \
      org.opencontainers.image.description="All services in one process, with an embedded log and ClickHouse"
ENV DATA_DIR=/data
COPY --from=deploy-all-in-one /app /app
COPY --from=deploy-all-in-one --chown=1000:1000 /data /data
VOLUME /data
EXPOSE 8080 4317 4318
CMD ["--single-threaded-gc", "--max-semi-space-size=16", "--heap-growing-percent=150", "dist/main.js"]
