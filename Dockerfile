# Builds the product; the final image has only what runs. Try: docker build -t guiche . ; see deploy/compose.yaml.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/product.ts build && rm -rf .next/cache

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# npm installs its own Node and the framework's compiler; neither runs here, so both are removed.
RUN npm ci --omit=dev --no-audit --no-fund
RUN rm -rf node_modules/node-linux-* node_modules/@next/swc-*

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/package.json /app/next.config.mjs ./
COPY --from=build /app/.next ./.next
COPY --from=build /app/public ./public
COPY --from=build /app/messages ./messages
COPY --from=build /app/lib ./lib
COPY --from=build /app/scripts ./scripts
# Without a configured account the product starts the simulator.
COPY --from=build /app/sandbox ./sandbox
RUN install -d -o node -g node -m 0700 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 GUICHE_DATA_DIR=/data
VOLUME /data
EXPOSE 3000
# The product writes only to /data and /tmp, so the root file system may be read-only.
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process, so SIGTERM reaches it and it ends cleanly within 30 s.
STOPSIGNAL SIGTERM
CMD ["node", "--disable-warning=ExperimentalWarning", "scripts/product.ts", "serve"]
