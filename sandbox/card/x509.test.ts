import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Certificates, openCertificates } from './certificates.ts';
import { createAuthority } from './x509.ts';

let folder = '';
let files: Certificates;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-x509-'));
  files = openCertificates(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string) => new X509Certificate(readFileSync(path));

it('issues certificates that Node verifies against their authority alone', () => {
  const ca = read(files.ca);
  expect([ca.ca, ca.verify(ca.publicKey), ca.checkIssued(ca)]).toEqual([true, true, true]);
  for (const path of [files.server, files.client, files.tests.expired, files.tests.expiring]) {
    const one = read(path.certificate);
    expect([one.verify(ca.publicKey), one.checkIssued(ca), one.ca]).toEqual([true, true, false]);
    expect(one.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  }
  expect(read(files.tests.foreign.certificate).verify(ca.publicKey)).toBe(false);
});

it('names the hosts of a server, and what each certificate is for', () => {
  const server = read(files.server.certificate);
  expect(server.checkHost('localhost')).toBe('localhost');
  expect(server.checkHost('shop.example')).toBeUndefined();
  expect([server.checkIP('127.0.0.1'), server.checkIP('::1')]).toEqual(['127.0.0.1', '::1']);
  expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(read(files.client.certificate).keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  expect(server.serialNumber).toMatch(/^[0-9A-F]{32}$/);
});

it('dates them', () => {
  const until = (path: string) => Date.parse(read(path).validTo) - Date.now();
  expect(until(files.tests.expired.certificate)).toBeLessThan(0);
  expect(until(files.tests.expiring.certificate) / 86_400_000).toBeCloseTo(12, 1);
  const late = createAuthority('2061', new Date('2026-01-01Z'), new Date('2061-05-04T03:02:01Z'));
  expect(Date.parse(new X509Certificate(late.certificate).validTo)).toBe(Date.parse('2061-05-04T03:02:01Z'));
});

it('keeps keys to their owner, and the same ones at the next start', () => {
  for (const { key } of [files.server, files.client, ...Object.values(files.tests)])
    expect(statSync(key).mode & 0o777).toBe(0o600);
  const before = readFileSync(files.ca, 'utf8');
  expect(readFileSync(openCertificates(folder).ca, 'utf8')).toBe(before);
  const loose = openCertificates(null);
  expect(loose.ca.startsWith(tmpdir())).toBe(true);
  loose.discard();
  expect(() => read(loose.ca)).toThrow();
});

const openssl = spawnSync('openssl', ['version']).status === 0;

it.skipIf(!openssl)('is strict DER for OpenSSL’s own reader too', () => {
  const verify = (path: string) =>
    spawnSync('openssl', ['verify', '-x509_strict', '-CAfile', files.ca, path], { encoding: 'utf8' });
  expect(verify(files.client.certificate).stdout).toContain('OK');
  expect(verify(files.server.certificate).stdout).toContain('OK');
  expect(verify(files.tests.expired.certificate).stderr).toContain('expired');
  expect(verify(files.tests.foreign.certificate).status).not.toBe(0);
});
