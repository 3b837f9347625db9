# One image for all server processes; RUN selects the adapters that a container starts.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/console/package.json apps/console/
COPY apps/simulator/package.json apps/simulator/
COPY apps/e2e/package.json apps/e2e/
COPY libs/contracts/package.json libs/contracts/
COPY libs/domain/package.json libs/domain/
COPY libs/i18n/package.json libs/i18n/
COPY libs/testing/package.json libs/testing/
COPY tools/package.json tools/

FROM packages AS build
RUN npm ci
COPY tsconfig.base.json ./
COPY libs libs
COPY apps/server apps/server
RUN npm run build -w @headland/server

FROM packages AS production
RUN npm ci --omit=dev -w @headland/server \
 # the reports in PDF use two files of the font, which comes with 50
 && find node_modules/pretendard/dist -type f ! -path '*/static/alternative/Pretendard-Regular.ttf' ! -path '*/static/alternative/Pretendard-SemiBold.ttf' -delete

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
WORKDIR /app
# the broker's device file, files, sockets between server processes; a mounted volume inherits its folder's owner
RUN mkdir -p /app/broker /app/data /app/fanout && chown node:node /app/broker /app/data /app/fanout
COPY --from=production /app/node_modules node_modules
COPY --from=build /app/apps/server/package.json apps/server/package.json
COPY --from=build /app/apps/server/dist apps/server/dist
USER node
ENV DATA_DIR=/app/data PORT=3000
EXPOSE 3000
# checks what the process needs: database and broker
HEALTHCHECK --interval=5s --timeout=10s --start-period=120s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/server/dist/main.js"]
