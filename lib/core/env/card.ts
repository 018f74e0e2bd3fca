import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isLoopbackAddress } from '#lib/core/env/loopback.ts';
import {
  type AccountSettings,
  type Env,
  hasGroup,
  present,
  readEnvironment,
  readToken,
  readUrl,
} from '#lib/core/env/read.ts';
import { plainPem } from '#lib/core/pem.ts';

const FILES = ['CARD_CLIENT_CERT', 'CARD_CLIENT_KEY', 'CARD_CA'];
const NEEDED = ['CARD_BASE_URL', 'CARD_CLIENT_ID', 'CARD_CLIENT_SECRET'];
const GROUP = [...NEEDED, ...FILES, 'CARD_WEBHOOK_SECRET', 'CARD_ENVIRONMENT'];

/**
 * Reads account `card` from the environment (document 3), including its certificate files; null if none of
 * its settings is set. The files may be absent only for a loopback address.
 */
export function readCard(env: Env, faults: string[]): AccountSettings | null {
  const isLocal = env.CARD_BASE_URL !== undefined && isLoopbackAddress(env.CARD_BASE_URL);
  const hasPair = env.CARD_CLIENT_CERT !== undefined || env.CARD_CLIENT_KEY !== undefined;
  const files = isLocal ? (hasPair ? FILES.slice(0, 2) : []) : FILES;
  if (!hasGroup(env, GROUP, [...NEEDED, ...files], faults)) return null;
  const environment = readEnvironment(env.CARD_ENVIRONMENT, env.CARD_BASE_URL, 'CARD_ENVIRONMENT', faults);
  const baseUrl = readUrl(env.CARD_BASE_URL, 'CARD_BASE_URL', faults);
  const clientId = readToken(env, 'CARD_CLIENT_ID', faults);
  const clientSecret = readToken(env, 'CARD_CLIENT_SECRET', faults);
  const webhookSecret = readToken(env, 'CARD_WEBHOOK_SECRET', faults, 'secret');
  return {
    slug: 'card',
    kind: 'card',
    environment,
    simulator: false,
    baseUrl: baseUrl ?? '',
    credentials: present({ clientId, clientSecret, ...readCertificates(env, faults), webhookSecret }),
    settings: {},
  };
}

/** PEM texts of the client's certificate, its key and the server's certificate authority. */
function readCertificates(env: Env, faults: string[]): Env {
  const clientCert = readPem(env, 'CARD_CLIENT_CERT', faults);
  const clientKey = readPem(env, 'CARD_CLIENT_KEY', faults);
  const ca = readPem(env, 'CARD_CA', faults);
  const certificate = checked(
    clientCert,
    'CARD_CLIENT_CERT',
    'a PEM certificate',
    (pem) => new X509Certificate(pem),
    faults,
  );
  const key = checked(
    clientKey,
    'CARD_CLIENT_KEY',
    'a PEM private key without a password',
    createPrivateKey,
    faults,
  );
  checked(ca, 'CARD_CA', 'a PEM certificate', (pem) => new X509Certificate(pem), faults);
  if (certificate !== null && key !== null && !certificate.checkPrivateKey(key))
    faults.push('CARD_CLIENT_KEY: does not belong to the certificate of CARD_CLIENT_CERT.');
  return { clientCert, clientKey, ca };
}

function readPem(env: Env, name: string, faults: string[]): string | undefined {
  const path = env[name];
  if (path === undefined) return undefined;
  try {
    return plainPem(readFileSync(path, 'utf8'));
  } catch (cause) {
    faults.push(
      `${name}: the file ${path} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    );
    return undefined;
  }
}

function checked<T>(
  pem: string | undefined,
  name: string,
  what: string,
  parse: (pem: string) => T,
  faults: string[],
): T | null {
  if (pem === undefined) return null;
  try {
    return parse(pem);
  } catch {
    faults.push(`${name}: the file is not ${what}.`);
    return null;
  }
}
