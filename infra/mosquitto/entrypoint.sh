#!/bin/sh
# Starts Mosquitto with one password file made of two: the account of the server (a secret of this container) and the devices, which the jobs process
# writes from the database whenever one is added, changed or put out of use. Each change is read without a restart; who is no longer in it is disconnected.
set -eu

secret=${MQTT_PASSWORD_FILE:-/run/secrets/mqtt_password}
account=${MQTT_USERNAME:-headland-server}
devices=${DEVICE_PASSWORDS:-/mosquitto/devices/passwords}
passwords=${PASSWORDS:-/mosquitto/run/passwords}
config=${CONFIG:-/mosquitto/config/mosquitto.conf}
seconds=${WATCH_SECONDS:-2}

umask 077
server_line=$(mktemp)
mosquitto_passwd -b -c "$server_line" "$account" "$(cat "$secret")" >/dev/null 2>&1

merge() {
  draft="$passwords.new"
  cat "$server_line" > "$draft"
  # a device can never carry the name of the server: lines of that account come from the secret alone
  if [ -f "$devices" ]; then grep -v "^$account:" "$devices" >> "$draft" || true; fi
  if [ "$(id -u)" = 0 ] && id mosquitto >/dev/null 2>&1; then chown mosquitto "$draft"; fi
  mv "$draft" "$passwords"
}
state() { if [ -f "$devices" ]; then cksum < "$devices"; else echo none; fi; }

mkdir -p "$(dirname "$passwords")"
if [ "$(id -u)" = 0 ] && id mosquitto >/dev/null 2>&1; then chown mosquitto "$(dirname "$passwords")"; fi
known=$(state)
merge
mosquitto -c "$config" &
broker=$!
trap 'kill -TERM $broker 2>/dev/null' TERM INT

while kill -0 $broker 2>/dev/null; do
  sleep "$seconds" &
  wait $! || true
  now=$(state)
  if [ "$now" != "$known" ]; then
    known=$now
    merge
    kill -HUP $broker 2>/dev/null || true
  fi
done
wait $broker
