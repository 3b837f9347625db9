#!/bin/sh
# infra/backup.sh <folder> [--without-files]: database, files, secrets and settings of the running composition into a new folder, while everything runs. The
# folder gets its name when it is whole; until then it is <folder>.part, which the next attempt replaces. Files in a bucket (S3_URL) are not in it: unless
# --without-files says that they are kept otherwise, that is no back-up for the alert, and the exit code is 1.
set -eu
{ [ $# = 1 ] || { [ $# = 2 ] && [ "$2" = --without-files ]; }; } && [ "${1%/}" ] || { echo "Name a folder: infra/backup.sh /backups/$(date +%F) [--without-files]" >&2; exit 1; }
umask 077
folder=${1%/}
[ ! -e "$folder" ] || { echo "$folder is there already: name a new folder." >&2; exit 1; }
rm -rf "$folder.part"
mkdir "$folder.part"
target=$(cd "$folder.part" && pwd)
cd "$(dirname "$0")/.."
# the database first: a file without its row is swept after a day, a row without its file would show nothing
docker compose exec -T database pg_dump --username=headland --format=custom headland > "$target/database.dump"
# tar answers 1 where a file changed or went while it was read. Asked inside, since docker itself answers 1, too
docker compose exec -T jobs sh -c 'tar -C /app/data --exclude=./.restored -cf - . || [ $? = 1 ]' > "$target/files.tar"
tar -cf "$target/settings.tar" infra/secrets $([ ! -f .env ] || echo .env) $([ ! -d infra/certificates ] || echo infra/certificates) $([ ! -f infra/maps/layers.json ] || echo infra/maps/layers.json)
mv "$target" "${target%.part}"
echo "Backed up to ${target%.part}. settings.tar holds every secret: keep it where only you read it."
if [ "${2:-}" != --without-files ] && docker compose exec -T jobs sh -c '[ "$S3_URL" ]'; then
  echo "NOT in it: the bucket of S3_URL, with all pictures, uploads, programs and workbooks. Keep a copy of it and say so with --without-files, or back up database" >&2
  echo "and bucket into one file (/backups has to be writable for the user 1000: chown 1000 /backups):" >&2
  echo "  docker compose run --rm -v /backups:/backups api node apps/server/dist/main.js backup /backups/headland.backup" >&2
  exit 1
fi
# for the alert that none was made
docker compose exec -T database psql --username=headland --quiet --command "INSERT INTO last_backup (made_at) VALUES (now()) ON CONFLICT (one) DO UPDATE SET made_at = excluded.made_at, bytes = NULL" headland \
  || echo "The database did not take a note of it: its age will be reported wrongly." >&2
