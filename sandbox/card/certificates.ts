import { X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createAuthority, type Issued } from './x509.ts';

/** Paths of the certificates a client needs, and of some that must be rejected. */
export type Certificates = {
  ca: string;
  server: { certificate: string; key: string };
  client: { certificate: string; key: string };
  /** For tests: expired, signed by another authority, or valid for twelve more days. */
  tests: Record<'expired' | 'foreign' | 'expiring', { certificate: string; key: string }>;
  /** Deletes them when they are in a temporary folder. */
  discard(): void;
};

const DAY = 86_400_000;
const NAMES = ['ca', 'server', 'client', 'client-expired', 'client-foreign', 'client-expiring'] as const;
type Name = (typeof NAMES)[number];

/** Certificates use real time, because the client's TLS library does. */
function issueAll(): Record<Name, Issued> {
  const now = Date.now();
  const day = (count: number) => new Date(now + count * DAY);
  const begin = day(-400);
  const own = createAuthority('Autoridade do simulador de cartão', begin, day(3650));
  const other = createAuthority('Autoridade alheia', begin, day(3650));
  const hosts = ['localhost', '127.0.0.1', '::1'];
  const client = (name: string, from: Date, to: Date) => ({ name, use: 'client' as const, from, to });
  return {
    ca: own,
    server: own.issue({ name: 'localhost', use: 'server', hosts, from: day(-1), to: day(3650) }),
    client: own.issue(client('Aroeira Cartão', day(-1), day(825))),
    'client-expired': own.issue(client('Aroeira Cartão vencido', begin, day(-2))),
    'client-foreign': other.issue(client('Aroeira Cartão alheio', day(-1), day(825))),
    'client-expiring': own.issue(client('Aroeira Cartão a vencer', day(-353), day(12))),
  };
}

const paths = (folder: string, name: Name) => ({
  certificate: join(folder, `${name}.crt`),
  key: join(folder, `${name}.key`),
});

function write(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, issued] of Object.entries(issueAll())) {
    const { certificate, key } = paths(folder, name as Name);
    writeFileSync(certificate, issued.certificate);
    // All certificates are issued at once, so the authority's key is not stored.
    if (name === 'ca') continue;
    writeFileSync(key, issued.key, { mode: 0o600 });
    chmodSync(key, 0o600);
  }
}

/** True when every file is present and valid for some more days. */
function usable(folder: string): boolean {
  const files = NAMES.flatMap((name) => {
    const { certificate, key } = paths(folder, name);
    return name === 'ca' ? [certificate] : [certificate, key];
  });
  if (!files.every((file) => existsSync(file))) return false;
  const end = (name: Name) =>
    Date.parse(new X509Certificate(readFileSync(paths(folder, name).certificate)).validTo);
  return (['ca', 'server', 'client', 'client-expiring'] as const).every(
    (name) => end(name) > Date.now() + 5 * DAY,
  );
}

/**
 * Opens the authority and its certificates; creates them at the first start. Without a data folder they go to
 * a temporary one.
 */
export function openCertificates(data: string | null): Certificates {
  const folder =
    data === null ? mkdtempSync(join(tmpdir(), 'sandbox-card-')) : resolve(data, 'card-certificates');
  if (data === null || !usable(folder)) write(folder);
  return {
    ca: paths(folder, 'ca').certificate,
    server: paths(folder, 'server'),
    client: paths(folder, 'client'),
    tests: {
      expired: paths(folder, 'client-expired'),
      foreign: paths(folder, 'client-foreign'),
      expiring: paths(folder, 'client-expiring'),
    },
    discard() {
      if (data === null) rmSync(folder, { recursive: true, force: true });
    },
  };
}
