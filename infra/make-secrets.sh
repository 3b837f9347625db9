#!/bin/sh
# Writes the secrets that docker-compose.yml mounts, once: what exists is kept. The folder is for its owner alone; the files in it have to be readable for
# the users inside the containers.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 700 secrets
cd secrets

random() { head -c "$1" /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
keep() { [ -s "$1" ] || printf '%s' "$2" > "$1"; chmod 644 "$1"; }
# an Ed25519 key is 32 random bytes behind a head that is always the same (RFC 8410)
signing_key() {
  echo '-----BEGIN PRIVATE KEY-----'
  { printf '\060\056\002\001\000\060\005\006\003\053\145\160\004\042\004\040'; head -c 32 /dev/urandom; } | base64
  echo '-----END PRIVATE KEY-----'
}

keep database_password "$(random 24)"
keep redis_password "$(random 24)"
keep mqtt_password "$(random 24)"
keep jwt_secret "$(random 48)"
keep vapid_private_key "$(head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n')"
keep grafana_password "$(random 24)"
keep factory_api_key "$(random 24)"
keep flash_signing_key "$(signing_key)"
keep database_url "postgres://headland:$(cat database_password)@database:5432/headland"
keep redis_url "redis://default:$(cat redis_password)@redis:6379"
echo "Secrets are in $(pwd)."
