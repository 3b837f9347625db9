#!/bin/sh
# infra/restore.sh <folder>: what infra/backup.sh wrote, into this composition. Its database and its files are replaced. On a new machine unpack settings.tar
# in the checkout first (tar -xf <folder>/settings.tar), so that the secrets are those of the backup.
set -eu
[ $# = 1 ] && [ -f "$1/database.dump" ] && [ -f "$1/files.tar" ] || { echo "Name a folder of infra/backup.sh: infra/restore.sh /backups/2026-11-23" >&2; exit 1; }
source=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
docker compose stop console api ingest alerts jobs mosquitto
docker compose up --detach --wait database redis
in_database() { docker compose exec -T database "$@"; }
# into an empty database: objects of a newer schema would conflict
in_database dropdb --username=headland --force --if-exists headland
in_database createdb --username=headland --template=template0 headland
in_database pg_restore --username=headland --dbname=headland --exit-on-error --single-transaction < "$source/database.dump"
docker compose run --rm -T --no-deps --entrypoint sh migrate -c 'find /app/data -mindepth 1 -delete && tar -C /app/data -xf -' < "$source/files.tar"
docker compose up --detach --wait
echo "Restored from $source."
