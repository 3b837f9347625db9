#!/bin/sh
# Starts Mosquitto with one password file made of two: the account of the server (a secret of this container) and the devices, which the jobs process
# writes from the database whenever one is added, changed or put out of use. Each change is read without a restart; who is no longer in it is disconnected.
set -eu

secret=${MQTT_PASSWORD_FILE:-/run/secrets/mqtt_password}
account=${MQTT_USERNAME:-headland-server}
devices=${DEVICE_PASSWORDS:-/mosquitto/devices/passwords}
passwords=${PASSWORDS:-/mosquitto/run/passwords}
config=${CONFIG:-/mosquitto/config/mosquitto.conf}
# listeners beside those of the configuration, e.g. one with a certificate
more=${MORE_CONFIG:-}
# a name of this container that only the network of the server knows: its listener, 1884, is opened there alone
inside=${INSIDE_NAME:-}
seconds=${WATCH_SECONDS:-2}

umask 077
mkdir -p "$(dirname "$passwords")"
# hashed in place, so that the password is in no process list; its own error message is the one to read
server_line=$(mktemp)
printf '%s:%s\n' "$account" "$(cat "$secret")" > "$server_line"
mosquitto_passwd -U "$server_line"

merge() {
  draft="$passwords.new"
  cat "$server_line" > "$draft"
  # a device can never carry the name of the server: lines of that account come from the secret alone
  if [ -f "$devices" ]; then grep -v "^$account:" "$devices" >> "$draft" || true; fi
  mv "$draft" "$passwords"
}
state() { if [ -f "$devices" ]; then cksum < "$devices"; else echo none; fi; }

# what it runs with: the configuration, bound and completed for this container
run=$(dirname "$passwords")
cat "$config" > "$run/running.conf"
if [ -n "$inside" ]; then
  address=$(getent hosts "$inside" | awk '{ print $1; exit }')
  [ -n "$address" ] || { echo "$inside has no address" >&2; exit 1; }
  sed "s/^listener 1884\$/listener 1884 $address/" "$config" > "$run/running.conf"
fi
if [ -n "$more" ]; then cat "$more" >> "$run/running.conf"; fi
known=$(state)
merge
mosquitto -c "$run/running.conf" &
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
