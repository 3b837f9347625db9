#!/bin/sh
# infra/make-certificates.sh <host> […]: a certificate for a trial, signed by an authority of its own (infra/certificates/ca.pem, which browsers and devices
# have to be given). In production put your own in its place: fullchain.pem and privkey.pem.
set -eu
[ $# -gt 0 ] || { echo "Name the hosts: infra/make-certificates.sh fleet.example.com" >&2; exit 1; }
cd "$(dirname "$0")"
mkdir -p certificates
chmod 700 certificates
cd certificates
[ ! -e fullchain.pem ] || { echo "There is one in $(pwd): move it away first." >&2; exit 1; }

names=
for host in "$@"; do
  case $host in *[!0-9.]*) kind=DNS ;; *) kind=IP ;; esac
  names="${names:+$names,}$kind:$host"
done
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 825 -subj "/CN=Headland trial authority" -keyout ca.key -out ca.pem 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$1" -keyout privkey.pem -out server.csr 2>/dev/null
printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth\nbasicConstraints=CA:FALSE\n' "$names" > server.ext
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 397 -extfile server.ext -out server.pem 2>/dev/null
cat server.pem ca.pem > fullchain.pem
rm -f server.csr server.ext server.pem
# the folder is for its owner alone; the users inside the containers have to read these
chmod 644 fullchain.pem privkey.pem
chmod 600 ca.key
echo "Certificate for $* in $(pwd); its authority is ca.pem."
