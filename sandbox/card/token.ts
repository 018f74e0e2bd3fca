import { createHmac, timingSafeEqual } from 'node:crypto';
import { CardError } from './errors.ts';

/** Seconds of simulated time. */
const LIFE = 3600;

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const HEADER = part({ alg: 'HS256', typ: 'JWT' });

function same(a: string, b: string): boolean {
  const [one, two] = [Buffer.from(a), Buffer.from(b)];
  return one.length === two.length && timingSafeEqual(one, two);
}

export type Secrets = { clientId: string; clientSecret: string; webhookSecret: string; tokenKey: string };

const macOf = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64url');

/** Issues a token; increasing `round` revokes every earlier token. */
export function issueToken(secrets: Secrets, now: number, round: number) {
  const issued = Math.floor(now / 1000);
  const claims = { iss: 'aroeira-testes', sub: secrets.clientId, iat: issued, exp: issued + LIFE, round };
  const text = `${HEADER}.${part(claims)}`;
  return { access_token: `${text}.${macOf(text, secrets.tokenKey)}`, token_type: 'Bearer', expires_in: LIFE };
}

const REFUSED = 'Token inválido ou expirado.';

/** Throws 401 for a missing, foreign, expired or revoked token. */
export function checkToken(header: string | undefined, secrets: Secrets, now: number, round: number): void {
  const token = /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? '';
  const [head = '', claims = '', mac = ''] = token.split('.');
  if (!same(mac, macOf(`${head}.${claims}`, secrets.tokenKey))) throw new CardError(401, REFUSED);
  const { exp, round: given } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<
    string,
    number
  >;
  if (given !== round || exp === undefined || exp * 1000 <= now) throw new CardError(401, REFUSED);
}

/** Throws 401 unless Basic holds the client's id and secret. */
export function checkClient(header: string | undefined, secrets: Secrets): void {
  const sent = /^Basic (\S+)$/i.exec(header ?? '')?.[1] ?? '';
  const right = `${secrets.clientId}:${secrets.clientSecret}`;
  if (!same(Buffer.from(sent, 'base64').toString('utf8'), right))
    throw new CardError(401, 'Credenciais inválidas.');
}
