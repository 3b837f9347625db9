ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG NGINX_IMAGE=nginxinc/nginx-unprivileged:1.28.0-alpine
FROM ${NODE_IMAGE} AS build
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
RUN npm ci
COPY tsconfig.base.json ./
COPY libs libs
COPY apps/console apps/console
RUN npm run build -w @headland/console && find apps/console/dist -name '*.map' -delete

FROM ${NGINX_IMAGE}
# origins of raster tiles and of .pmtiles archives on other hosts, when base maps are configured
ENV MAP_TILE_ORIGIN="" MAP_ARCHIVE_ORIGIN=""
COPY infra/nginx/locations.conf /etc/nginx/headland/locations.conf
COPY infra/nginx/http.conf.template /etc/nginx/templates/default.conf.template
COPY --from=build /app/apps/console/dist /usr/share/nginx/html
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=10s --start-period=60s --retries=6 CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/nginx-health"]
