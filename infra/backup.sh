#!/bin/sh
# infra/backup.sh <folder>: database, files, secrets and settings of the running composition into a new folder, while everything runs.
set -eu
[ $# = 1 ] || { echo "Name a folder: infra/backup.sh /backups/$(date +%F)" >&2; exit 1; }
umask 077
mkdir "$1"
target=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
# the database first: a file without its row is swept after a day, a row without its file would show nothing
docker compose exec -T database pg_dump --username=headland --format=custom headland > "$target/database.dump.part"
mv "$target/database.dump.part" "$target/database.dump"
docker compose exec -T jobs tar -C /app/data -cf - . > "$target/files.tar.part"
mv "$target/files.tar.part" "$target/files.tar"
tar -cf "$target/settings.tar" infra/secrets $([ ! -f .env ] || echo .env) $([ ! -d infra/certificates ] || echo infra/certificates) $([ ! -f infra/maps/layers.json ] || echo infra/maps/layers.json)
# for the alert that none was made
docker compose exec -T database psql --username=headland --quiet --command "INSERT INTO last_backup (made_at) VALUES (now()) ON CONFLICT (one) DO UPDATE SET made_at = excluded.made_at, bytes = NULL" headland \
  || echo "The database did not take a note of it: its age will be reported wrongly." >&2
echo "Backed up to $target. settings.tar holds every secret: keep it where only you read it."
