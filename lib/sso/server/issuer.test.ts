import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authorizationCodeGrant } from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateDatabaseClock } from '#lib/data/clock.ts';
import { callbackAddress, issuer } from '#lib/sso/server/sign-on.ts';

const HOUR_MS = 3_600_000;
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
let server: Server;
let url = '';
/** Epoch ms by the issuer's clock, which goes with the database's. */
let issuerNow = () => Date.now();

/** Answers of an issuer: its description, its key, and a token. */
function answerTo(path: string): unknown {
  if (path === '/.well-known/openid-configuration')
    return {
      ...{ issuer: url, authorization_endpoint: `${url}/auth`, token_endpoint: `${url}/token` },
      ...{ jwks_uri: `${url}/jwks`, id_token_signing_alg_values_supported: ['RS256'] },
    };
  if (path === '/jwks')
    return { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'one' }] };
  const iat = Math.floor(issuerNow() / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { iss: url, aud: 'guiche', sub: 'rita', nonce: 'n', iat, exp: iat + 300 };
  const text = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`;
  const token = `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
  return { access_token: 'a', token_type: 'bearer', expires_in: 300, id_token: token };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answerTo(request.url ?? '')));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  updateDatabaseClock(Date.now(), Date.now());
  server.closeAllConnections();
  server.close();
});

async function enter(): Promise<string | undefined> {
  const signOn = { issuer: url, clientId: 'guiche', clientSecret: 's', roleClaim: 'roles', admins: [] };
  const back = new URL(`${callbackAddress()}?code=c&state=s&iss=${encodeURIComponent(url)}`);
  const checks = { expectedState: 's', expectedNonce: 'n', idTokenExpected: true } as const;
  const tokens = await authorizationCodeGrant(await issuer(signOn), back, checks);
  return tokens.claims()?.sub;
}

test('M9: the times of a token are judged by the database’s clock, when that is learned too', async () => {
  expect(await enter()).toBe('rita');
  // This process turns out to be an hour ahead of the others.
  issuerNow = () => Date.now() - HOUR_MS;
  await expect(enter(), 'an hour old, as far as it knows').rejects.toThrow();
  updateDatabaseClock(issuerNow(), Date.now());
  expect(await enter()).toBe('rita');
});
