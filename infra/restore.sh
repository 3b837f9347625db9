#!/bin/sh
# infra/restore.sh <folder>: what infra/backup.sh wrote, into this composition. Its database and its files are replaced, once those of the back-up lie whole
# beside them: until then there must be room for both. On a new machine unpack settings.tar in the checkout first (tar -xf <folder>/settings.tar), so that the
# secrets are those of the backup.
set -eu
[ $# = 1 ] && [ -f "$1/database.dump" ] && [ -f "$1/files.tar" ] || { echo "Name a folder of infra/backup.sh: infra/restore.sh /backups/2026-11-23" >&2; exit 1; }
source=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
in_database() { docker compose exec -T database "$@"; }
in_files() { docker compose run --rm -T --no-deps --entrypoint sh migrate -c "cd /app/data && $1"; }
trap 'echo "Not restored, and nothing was replaced. What has been stopped starts with: docker compose up --detach" >&2' EXIT
docker compose up --detach --wait database redis
# both are read to the end while everything still runs
tar -tf "$source/files.tar" > /dev/null
in_database pg_restore --file=/dev/null < "$source/database.dump"
docker compose stop console api ingest alerts jobs mosquitto
# into an empty database: objects of a newer schema would conflict
in_database dropdb --username=headland --force --if-exists headland_restored
in_database createdb --username=headland --template=template0 headland_restored
in_database pg_restore --username=headland --dbname=headland_restored --exit-on-error --single-transaction < "$source/database.dump"
in_files 'rm -rf .restored && mkdir .restored && tar -C .restored --exclude=./.restored -xf -' < "$source/files.tar"
trap 'echo "It broke off while it replaced database and files: start it again." >&2' EXIT
in_database dropdb --username=headland --force --if-exists headland
in_database psql --username=headland --quiet --command 'ALTER DATABASE headland_restored RENAME TO headland' postgres
in_files 'find . -mindepth 1 -maxdepth 1 ! -name .restored -exec rm -rf {} + && find .restored -mindepth 1 -maxdepth 1 -exec mv -t . {} + && rmdir .restored' < /dev/null
trap 'echo "Restored, but not everything has come up: docker compose ps" >&2' EXIT
docker compose up --detach --wait
trap - EXIT
echo "Restored from $source."
