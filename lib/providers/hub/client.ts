import 'server-only';
import { sleep } from '#lib/http/retry.ts';
import type { Secret } from '#lib/privacy/secret.ts';
import { type Authorize, basic, basicHeader, bearer } from '#lib/providers/client/authorize.ts';
import { ProviderClient } from '#lib/providers/client/client.ts';
import type { Refusal } from '#lib/providers/client/errors.ts';
import type { ClientOptions, Clock } from '#lib/providers/client/line.ts';
import { MissingScopes } from '#lib/providers/client/missing.ts';
import { OAuthTokens } from '#lib/providers/client/oauth.ts';
import { HUB_ERRORS } from '#lib/providers/hub/errors.ts';
import { scopeOf } from '#lib/providers/hub/scopes.ts';

/** Document 2's three ways in: a token in exchange, the credential with every call, or its `svc_` token. */
export type HubAuth = 'token' | 'basic' | 'svc';
export type HubCredential = { clientId: string; clientSecret: Secret; auth: HubAuth };

/** Seconds; what document 2 says of every token. */
const TOKEN_LIFE = 900;
const SYSTEM_CLOCK: Clock = { now: Date.now, sleep, random: Math.random };

export type HubClientOptions = Omit<ClientOptions, 'authorize' | 'errors' | 'refused'> & HubCredential;

/** Document 2's calls, and what they taught of the credential's scopes. */
export class HubClient extends ProviderClient {
  readonly #tokens: OAuthTokens | null;
  readonly #missing: MissingScopes;

  constructor(options: HubClientOptions) {
    const clock = options.clock ?? SYSTEM_CLOCK;
    const { authorize, tokens } = authorizeOf(options, clock);
    const missing = new MissingScopes(clock.now);
    const root = new URL(options.baseUrl).pathname.replace(/\/+$/, '');
    super({
      ...options,
      authorize,
      errors: HUB_ERRORS,
      refused: (refusal, method, path) => missing.learn(missingIn(refusal, method, path.slice(root.length))),
    });
    this.#tokens = tokens;
    this.#missing = missing;
  }

  scopes(): readonly string[] | null {
    return this.#tokens?.scopes() ?? null;
  }

  missingScopes(): readonly string[] {
    return this.#missing.list();
  }
}

function authorizeOf(
  { account, baseUrl, transport, monitor, log, clientId, clientSecret, auth }: HubClientOptions,
  clock: Clock,
): { authorize: Authorize; tokens: OAuthTokens | null } {
  if (auth === 'svc') return { authorize: bearer(clientSecret), tokens: null };
  if (auth === 'basic') return { authorize: basic(clientId, clientSecret), tokens: null };
  const tokens = new OAuthTokens({
    account,
    errors: HUB_ERRORS,
    transport,
    monitor,
    log,
    clock,
    life: TOKEN_LIFE,
    exchange: () => ({
      url: `${baseUrl}/oauth/token`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        authorization: basicHeader(clientId, clientSecret),
      },
      body: 'grant_type=client_credentials',
    }),
  });
  return { authorize: tokens, tokens };
}

/** The refusal names the scope; where it does not, the route tells which one it needs. */
function missingIn({ code, details }: Refusal, method: string, path: string): readonly string[] {
  if (code !== 'TOKEN_MISSING_SCOPE') return [];
  const named = [details?.scope, details?.scopes, details?.required].flat();
  const words = named.flatMap((word) => (typeof word === 'string' ? word.split(/[\s,]+/) : []));
  const route = scopeOf(method, path);
  return words.length > 0 ? words : route === null ? [] : [route];
}
