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

keep database_password "$(random 24)"
keep redis_password "$(random 24)"
keep mqtt_password "$(random 24)"
keep jwt_secret "$(random 48)"
keep vapid_private_key "$(head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n')"
keep factory_api_key "$(random 24)"
keep database_url "postgres://headland:$(cat database_password)@database:5432/headland"
keep redis_url "redis://default:$(cat redis_password)@redis:6379"
echo "Secrets are in $(pwd)."
