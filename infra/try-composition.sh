#!/usr/bin/env bash
# Tries the composition on whatever container engine is here, from nothing to a restored back-up, in a project of its own with ports and volumes of its own:
# an installation beside it is not touched. It builds the images, and needs docker compose 2.24.4 or newer, curl, openssl and some minutes.
#   BROKERS='eclipse-mosquitto:2.0.22 eclipse-mosquitto:2.1.2' infra/try-composition.sh    the first is tried whole, each other with an SOS call
#   SKIP_BUILD=1                                                                         uses the images headland-server:try and headland-console:try
set -uo pipefail
cd "$(dirname "$0")/.."
checkout=$PWD
read -r -a brokers <<< "${BROKERS:-eclipse-mosquitto:2.0.22 eclipse-mosquitto:2.1.2}"
export VERSION=try COMPOSE_PROJECT_NAME=headland-try
work=$(mktemp -d)
log=$work/log
began=$SECONDS
passed=0

end() {
  status=$?
  trap - EXIT
  # a step that failed inside $() has printed its error already
  if [ "$status" -ne 0 ]; then
    echo "--- last output"; tail -n 30 "$log"
    echo "--- containers"; docker compose ps --all 2>/dev/null; docker compose logs --tail 15 2>/dev/null | tail -n 80
  fi
  docker compose down --volumes --remove-orphans >>"$log" 2>&1
  rm -rf "$work"
  if [ "$status" -eq 0 ]; then echo "The composition works: $passed steps in $((SECONDS - began)) s."; else echo "THE COMPOSITION DOES NOT WORK: $passed steps passed, then one failed."; fi
  exit "$status"
}
trap end EXIT
trap 'exit 130' INT TERM

step() { # a name, then what to do; its last line is what came of it
  local name=$1 said; shift
  if ! said=$("$@" 2>>"$log"); then printf '%s\n' "$said" >>"$log"; echo "FAILED  $name"; exit 1; fi
  printf '%s\n' "$said" >>"$log"
  passed=$((passed + 1))
  printf '%4d s  %s%s\n' $((SECONDS - began)) "$name" "$(printf '%s' "$said" | tail -n 1 | sed 's/^\(.\)/: \1/')"
}
free_port() { local port; while port=$((20000 + RANDOM % 12000)); (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done; echo "$port"; }
visit() { docker compose exec -T -e "CONSOLE=$console" -e "MQTT=$mqtt" gateway node /app/try/visit.mjs "$@"; }
up() { docker compose up --detach --wait --wait-timeout 600 "$@"; }
setting() { { grep -v "^$1=" .env; echo "$1=$2"; } > .env.new && mv .env.new .env; }
all_healthy() { local bad; bad=$(docker compose ps --all --format '{{.Service}} {{.State}} {{.Health}} {{.ExitCode}}' | grep -Ev ' running healthy 0$|^migrate exited  0$'); [ -z "$bad" ] || { echo "$bad"; return 1; }; }
confined() { # every container as it runs, not as configured
  local id line bad=0
  for id in $(docker compose ps --quiet database redis mosquitto mqtt-proxy api ingest alerts jobs console); do
    line=$(docker inspect --format '{{.Name}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}} {{gt .HostConfig.Memory 0}} {{.HostConfig.LogConfig.Config}}' "$id")
    [[ $line == *" true [ALL] [no-new-privileges:true] true map[max-file:5 max-size:20m]" ]] || { echo "$line"; bad=1; }
    [ "$(docker exec "$id" id -u)" != 0 ] || { echo "$line is root"; bad=1; }
  done
  [ "$bad" = 0 ] && echo 'no root, read-only, no rights, memory and log bounded'
}
secrets_of() { docker compose exec -T "$1" ls /run/secrets | sort | tr '\n' ' '; }
own_secrets() {
  [ "$(secrets_of alerts)" = 'database_url mqtt_password ' ] && [ "$(secrets_of jobs)" = 'database_url mqtt_password redis_url vapid_private_key ' ] &&
    [ "$(secrets_of mosquitto)" = 'mqtt_password ' ] && echo 'each container has its own alone'
}
published() { curl --silent --show-error --fail --output /dev/null "http://127.0.0.1:$http/" && (exec 3<>"/dev/tcp/127.0.0.1/$devices") && echo "the console on $http, the broker on $devices"; }
without_settings() { mv .env .env.away; docker compose config --quiet; local is=$?; mv .env.away .env; [ "$is" -ne 0 ] && echo 'with a sentence that names the key'; }
no_link_in_logs() { ! docker compose logs 2>/dev/null | grep -q 'join?token='; }
first_admin() { docker compose run --rm -T -e FIRST_ADMIN_EMAIL=first@example.com migrate | grep -o 'http[^ ]*/join?token=[^ ]*'; }
# in the order of README.md
upgraded() {
  docker compose run --rm -T --no-deps migrate || return 1
  local service
  for service in jobs alerts ingest api console; do docker compose up --detach --no-deps --wait --force-recreate "$service" || return 1; done
}
recreated_api() { docker compose up --detach --wait --no-deps --force-recreate api && visit many 20; }
both_apis() {
  up --no-recreate --scale api=2 && visit many 60 || return 1
  local answered; answered=$(docker compose logs --no-log-prefix console | awk '$4 == "/api/openapi.json" && $5 == 200 { print $7 }' | tail -n 60 | sort | uniq -c)
  [ "$(printf '%s\n' "$answered" | wc -l)" = 2 ] || { echo "$answered" >&2; return 1; }
  printf '%s' "$answered" | tr -s '\n ' ' '
}

# --- the images, then a copy of what a machine in production holds
if [ "${SKIP_BUILD:-}" = '' ]; then step 'images are built' docker compose --env-file infra/demo.env build --quiet; fi
mkdir "$work/infra"
cp docker-compose.yml docker-compose.tls.yml "$work/"
cp -r infra/*.sh infra/*.Dockerfile infra/haproxy infra/mosquitto infra/nginx infra/try "$work/infra/"
chmod 755 "$work"
cd "$work"
http=$(free_port) devices=$(free_port) https=$(free_port) devices_tls=$(free_port)
printf 'COMPOSE_FILE=docker-compose.yml:infra/try/gateway.yml\nHTTP_PORT=%s\nMQTT_PORT=%s\nPUBLIC_URL=http://localhost:%s\nSMS_URL=http://gateway:8091/\nSMTP_URL=smtp://gateway:8092\nEMAIL_DOMAINS=example.com\nMOSQUITTO_IMAGE=%s\n' \
  "$http" "$devices" "$http" "${brokers[0]}" > .env
console=http://console:8080 mqtt=mqtt://mqtt-proxy:1883
step 'secrets are made' infra/make-secrets.sh
step 'up is refused without its settings' without_settings

# --- from nothing to a call for help
step 'it comes up' up
step 'everything is healthy' all_healthy
step 'ports are published' published
step 'containers are confined' confined
step 'secrets' own_secrets
link=$(first_admin 2>>"$log") || { echo 'FAILED  a sign-up link for the first administrator'; exit 1; }
step 'sign-up' visit join "$link"
step 'the link is in no log' no_link_in_logs
step 'login' visit login
step 'factory' visit factory "$(cat infra/secrets/factory_api_key)"
step 'SOS' visit sos
step 'a device that sends without end is bounded' visit flood 65536
step 'SOS beside it' visit sos
step 'console' visit page http
step 'what is inside is closed' visit closed mosquitto:1883 mosquitto:1884 mosquitto-inside:1884 database:5432 redis:6379

# --- changes while it runs
step 'an api that is made anew gets its traffic' recreated_api
step 'two api' both_apis
step 'one api again' up --no-recreate --scale api=1
step 'the processes made anew, as an upgrade does' upgraded
step 'SOS after it' visit sos
step 'every container made anew' up --force-recreate
step 'SOS after it' visit sos
for broker in "${brokers[@]:1}"; do
  setting MOSQUITTO_IMAGE "$broker"
  step "with $broker" up
  step 'SOS' visit sos
done
# what a younger broker has written an older one need not read: the younger one stays

# --- back-up and restore
calls=$(visit calls 2>>"$log")
step 'back-up' infra/backup.sh "$work/backup"
step 'SOS that the back-up does not know' visit sos
step 'restore' infra/restore.sh "$work/backup"
step 'login' visit login
step 'calls are those of the back-up' visit calls "$calls"
step 'SOS after it' visit sos

# --- TLS
step 'certificates are made' infra/make-certificates.sh console mqtt-proxy localhost 127.0.0.1
setting COMPOSE_FILE docker-compose.yml:docker-compose.tls.yml:infra/try/gateway.yml
setting PUBLIC_URL "https://localhost:$https"
setting HTTPS_PORT "$https"
setting MQTT_TLS_PORT "$devices_tls"
# the folder of certificates is for its owner alone
install -m 644 infra/certificates/ca.pem infra/try/ca.pem
setting TRY_CA /app/try/ca.pem
step 'up with TLS' up
redirected() { [ "$(curl --silent --output /dev/null --write-out '%{http_code} %{redirect_url}' "http://127.0.0.1:$http/sos?id=1")" = "308 https://localhost:$https/sos?id=1" ] && curl --silent --show-error --fail --cacert infra/certificates/ca.pem --output /dev/null "https://localhost:$https/"; }
step 'HTTP is sent to HTTPS' redirected
console=https://console:8443 mqtt=mqtts://mqtt-proxy:8883
step 'login' visit login
step 'SOS on 8883' visit sos
step 'console' visit page https

# --- a demonstration
step 'it goes' docker compose down --volumes
printf 'COMPOSE_FILE=docker-compose.yml:infra/try/gateway.yml\nHTTP_PORT=%s\nMQTT_PORT=%s\nMOSQUITTO_IMAGE=%s\n' "$http" "$devices" "${brokers[0]}" > .env
cat "$checkout/infra/demo.env" >> .env
console=http://console:8080 mqtt=mqtt://mqtt-proxy:1883
step 'a demonstration comes up' up
docker compose exec -T api cat data/demo.json > "$work/demo.json"
step 'its accounts can be read, and open it' visit demo-login "$(cat "$work/demo.json")"
browser=${TEST_CHROMIUM:-$(command -v chromium || command -v google-chrome || true)}
if [ -n "$browser" ] && command -v node >/dev/null && [ -d "$checkout/node_modules/playwright-core" ]; then
  step 'browser' env TEST_CHROMIUM="$browser" node "$checkout/infra/try/check-browser.mjs" "http://localhost:$http" "$work/demo.json"
else
  echo '        no look with a browser: it needs node, npm ci in this checkout and a Chromium (TEST_CHROMIUM)'
fi
exit 0
