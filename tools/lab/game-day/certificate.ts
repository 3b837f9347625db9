import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** An authority of its own and the certificate of `localhost` that it signs, which can be made to end within seconds. */
export class Certificate {
  private readonly dir: string;
  private signed = 0;

  constructor(dir: string) {
    this.dir = join(dir, 'certificates');
    mkdirSync(this.dir, { recursive: true });
    writeFileSync(join(this.dir, 'index'), '');
    writeFileSync(join(this.dir, 'ca.cnf'), configOf(this.dir));
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    this.openssl('req', '-x509', ...key, '-days', '2', '-subj', '/CN=Authority', '-keyout', 'ca.key', '-out', 'ca.pem');
    this.openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', 'key.pem', '-out', 'request.pem');
  }

  get authority(): string {
    return join(this.dir, 'ca.pem');
  }
  get certificate(): string {
    return join(this.dir, 'certificate.pem');
  }
  get key(): string {
    return join(this.dir, 'key.pem');
  }

  /** Signs a new one in the place of the present one; whoever has read that one goes on with it until told. */
  sign(forSeconds: number): Date {
    const ends = new Date(Math.ceil(Date.now() / 1000 + forSeconds) * 1000);
    const began = new Date(Date.now() - 3_600_000);
    writeFileSync(join(this.dir, 'serial'), `${String(++this.signed).padStart(2, '0')}\n`);
    const dates = ['-startdate', momentOf(began), '-enddate', momentOf(ends)];
    const out = ['-in', 'request.pem', '-out', 'certificate.pem', '-notext'];
    this.openssl('ca', '-batch', '-config', 'ca.cnf', ...dates, ...out);
    return ends;
  }

  private openssl(...args: string[]): void {
    execFileSync('openssl', args, { cwd: this.dir, stdio: ['ignore', 'ignore', 'pipe'] });
  }
}

/** As `openssl ca` reads times: YYYYMMDDHHMMSSZ. */
const momentOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/\D/gu, '')}Z`;

const configOf = (dir: string): string => `[ca]
default_ca = authority
[authority]
database = ${dir}/index
serial = ${dir}/serial
new_certs_dir = ${dir}
certificate = ${dir}/ca.pem
private_key = ${dir}/ca.key
default_md = sha256
policy = any
unique_subject = no
x509_extensions = server
[any]
commonName = supplied
[server]
subjectAltName = DNS:localhost
extendedKeyUsage = serverAuth
basicConstraints = CA:FALSE
`;
