import type { Incoming } from '../http.ts';
import { type Credentials, TOKEN_SECONDS } from './credentials.ts';
import { HubError, tooMany } from './errors.ts';
import type { HubParts, HubReply } from './parts.ts';

const EXCHANGES = 10;

/** Reads a form or JSON body; an unreadable one has no fields. */
function fieldsOf(incoming: Incoming): Record<string, unknown> {
  const text = incoming.rawBody.toString('utf8');
  if (/json/i.test(incoming.request.headers['content-type'] ?? '')) {
    try {
      const value: unknown = JSON.parse(text);
      return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
    } catch {
      return {};
    }
  }
  return Object.fromEntries(new URLSearchParams(text));
}

/** POST /oauth/token. Any problem with the credential is TOKEN_INVALID here. */
export function exchange(parts: HubParts, credentials: Credentials, incoming: Incoming): HubReply {
  const fields = fieldsOf(incoming);
  const header = incoming.request.headers.authorization;
  const encoded = /^Basic +(\S+)$/i.exec(header ?? '')?.[1];
  const inBody: [string, string] | null =
    typeof fields.client_id === 'string' && typeof fields.client_secret === 'string'
      ? [fields.client_id, fields.client_secret]
      : null;
  const pair = header === undefined ? inBody : encoded === undefined ? null : credentials.pairOf(encoded);
  if (parts.core.settings.rateLimits) {
    const wait = parts.rates.take(parts.now(), {
      [`exchange ${pair?.[0] ?? ''} ${incoming.address}`]: EXCHANGES,
    });
    if (wait > 0) throw tooMany('AUTH_TOO_MANY_REQUESTS', wait);
  }
  if (!pair) throw credentials.refused();
  const caller = credentials.byPair(...pair);
  credentials.check(incoming.address);
  if (fields.grant_type !== 'client_credentials') {
    throw new HubError(400, 'TOKEN_UNSUPPORTED_GRANT_TYPE', 'grant_type must be client_credentials.');
  }
  return {
    status: 200,
    json: {
      access_token: credentials.issue(caller),
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      scope: parts.core.settings.scopes.join(' '),
    },
  };
}
