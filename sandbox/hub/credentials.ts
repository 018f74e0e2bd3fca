import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY } from './core.ts';
import { HubError } from './errors.ts';
import type { Caller, HubParts } from './parts.ts';
import type { Settings } from './settings.ts';

export const TOKEN_SECONDS = 900;

export type Credential = { clientId: string; clientSecret: string };

function same(a: string, b: string): boolean {
  const [one, two] = [Buffer.from(a), Buffer.from(b)];
  return one.length === two.length && timingSafeEqual(one, two);
}

function refused(): HubError {
  return new HubError(401, 'TOKEN_INVALID', 'Invalid credential or token.');
}

export function serviceToken({ clientId, clientSecret }: Credential): string {
  return `svc_${clientId.slice(-8)}_${clientSecret}`;
}

/** Splits the value of Basic; null when it is not client_id:client_secret. */
function pairOf(encoded: string): [string, string] | null {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon > 0 && colon < text.length - 1 ? [text.slice(0, colon), text.slice(colon + 1)] : null;
}

/** Checks expiry, holder and address, both at the token exchange and at every call. */
function checkHolder({ expired, holderBlocked, ips }: Settings, address: string): void {
  if (expired) throw new HubError(401, 'TOKEN_EXPIRED', 'The credential has expired.');
  if (holderBlocked) throw new HubError(403, 'TOKEN_HOLDER_BLOCKED', 'The account holder is blocked.');
  if (ips.length > 0 && !ips.includes(address)) {
    throw new HubError(403, 'TOKEN_IP_NOT_ALLOWED', `Calls from ${address} are not allowed.`, {
      ip: address,
    });
  }
}

export type Credentials = ReturnType<typeof createCredentials>;

/** Document 2, Authentication: the three methods and their errors. */
export function createCredentials(parts: HubParts, first: Credential) {
  const { core } = parts;
  const key = core.ids.secret('tok', 'access');
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  /** A rotated credential stays valid for 24 hours. */
  function valid(): Credential[] {
    const { issued, revoked } = core.settings;
    const all = [{ ...first, at: 0 }, ...issued];
    return all.filter(
      ({ clientId }, place) =>
        !revoked.includes(clientId) &&
        (all[place + 1] === undefined || parts.now() < (all[place + 1]?.at ?? 0) + DAY),
    );
  }

  function byPair(clientId: string, clientSecret: string): Caller {
    const found = valid().find((one) => one.clientId === clientId && same(one.clientSecret, clientSecret));
    if (!found) throw refused();
    return { clientId: found.clientId };
  }

  function byToken(token: string): Caller {
    if (token.startsWith('svc_')) {
      const found = valid().find((one) => same(serviceToken(one), token));
      if (!found) throw refused();
      return { clientId: found.clientId };
    }
    const [head = '', claims = '', signature = ''] = token.split('.');
    if (!same(signature, sign(`${head}.${claims}`))) throw refused();
    const { sub, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
    const known = valid().some(({ clientId }) => clientId === sub);
    if (!known || parts.now() >= exp || iat < core.settings.tokensFrom) throw refused();
    return { clientId: sub };
  }

  return {
    valid,
    byPair,
    pairOf,
    refused,
    issue({ clientId }: Caller): string {
      const iat = parts.now();
      const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: clientId, iat, exp: iat + TOKEN_SECONDS * 1000 })}`;
      return `${body}.${sign(body)}`;
    },
    check: (address: string) => checkHolder(core.settings, address),
    authenticate(header: string | undefined): Caller {
      const [, scheme = '', value = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(header ?? '') ?? [];
      if (scheme === '') {
        throw new HubError(401, 'JWT_INVALID_AUTH_FORMAT', 'Authorization must be Bearer or Basic.');
      }
      if (/^bearer$/i.test(scheme)) return byToken(value);
      const pair = pairOf(value);
      if (!pair) {
        throw new HubError(401, 'TOKEN_INVALID_AUTH_FORMAT', 'Basic must hold client_id:client_secret.');
      }
      return byPair(...pair);
    },
  };
}
