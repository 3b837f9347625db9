#!/bin/sh
# Starts EMQX with the settings beside this file; the token by which it asks the alerts process comes from the environment.
set -eu
: "${BROKER_AUTH_TOKEN:?}"
case $BROKER_AUTH_TOKEN in *[!A-Za-z0-9_.-]*) echo 'BROKER_AUTH_TOKEN: letters, digits, _ . and - only' >&2; exit 1 ;; esac
umask 077
sed "s/BROKER_AUTH_TOKEN/$BROKER_AUTH_TOKEN/" "${SETTINGS:-/opt/emqx/etc/headland.conf}" > "${CONFIG:-/opt/emqx/etc/emqx.conf}"
unset BROKER_AUTH_TOKEN
exec "$@"
