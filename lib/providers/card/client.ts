import 'server-only';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { GuicheError } from '#lib/core/errors.ts';
import type { ClientTls } from '#lib/core/http/request.ts';
import { sleep } from '#lib/core/http/retry.ts';
import type { Secret } from '#lib/core/masking/secret.ts';
import { CARD_ERRORS } from '#lib/providers/card/errors.ts';
import type { ChangeBody, ChangeMethod, ChangeTerms } from '#lib/providers/client/change.ts';
import { ProviderClient, type Query } from '#lib/providers/client/client.ts';
import { OAuthTokens } from '#lib/providers/client/oauth.ts';
import {
  type Answer,
  basicHeader,
  type ClientOptions,
  type Clock,
} from '#lib/providers/client/request-context.ts';
import type { Call, Change, Outcome } from '#lib/providers/port.ts';

export type CardCredential = { clientId: string; clientSecret: Secret; tls: ClientTls | undefined };
export type CardClientOptions = Omit<ClientOptions, 'authorize' | 'errors' | 'refused'> & CardCredential;

/** Lifetime of a token in seconds, as an integration assumes when the answer states none. */
const TOKEN_LIFE = 3600;
const SYSTEM_CLOCK: Clock = { now: Date.now, sleep, random: Math.random };

/**
 * Why mutual TLS (document 3, Authentication) fails. The codes are Guichê's own; the message catalogue has
 * their texts.
 */
type CertificateFault =
  | 'CLIENT_CERTIFICATE_MISSING'
  | 'CLIENT_CERTIFICATE_UNREADABLE'
  | 'CLIENT_CERTIFICATE_EXPIRED'
  | 'CLIENT_CERTIFICATE_NOT_YET_VALID'
  | 'CLIENT_CERTIFICATE_REFUSED'
  | 'SERVER_CERTIFICATE_UNTRUSTED';

/** The account's own certificate. Instants are ISO 8601 UTC; null when it is unreadable. */
type OwnCertificate = { validFrom: string | null; validTo: string | null };

const UNREADABLE: OwnCertificate = { validFrom: null, validTo: null };

function readCertificate(tls: ClientTls | undefined): OwnCertificate | null {
  if (tls?.cert === undefined) return null;
  try {
    if (tls.key === undefined) return UNREADABLE;
    const certificate = new X509Certificate(tls.cert);
    if (!certificate.checkPrivateKey(createPrivateKey(tls.key))) return UNREADABLE;
    return {
      validFrom: certificate.validFromDate.toISOString(),
      validTo: certificate.validToDate.toISOString(),
    };
  } catch {
    return UNREADABLE;
  }
}

/** The certificate fault that prevents a call; checked before any send. `now` is epoch ms. */
function faultOf(certificate: OwnCertificate | null, now: number): CertificateFault | null {
  if (certificate === null) return null;
  const { validFrom, validTo } = certificate;
  if (validFrom === null || validTo === null) return 'CLIENT_CERTIFICATE_UNREADABLE';
  if (now >= Date.parse(validTo)) return 'CLIENT_CERTIFICATE_EXPIRED';
  return now < Date.parse(validFrom) ? 'CLIENT_CERTIFICATE_NOT_YET_VALID' : null;
}

const UNTRUSTED =
  /SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_(?:HAS_EXPIRED|NOT_YET_VALID|UNTRUSTED|SIGNATURE)|ALTNAME_INVALID/;

const CLOSED = /ECONNRESET|UND_ERR_SOCKET|other side closed|socket hang up|EPIPE/i;

/**
 * The certificate fault behind a connection fault; null for every other error. `secure`: over TLS. `worked`:
 * an earlier call succeeded.
 */
function faultBehind(
  error: GuicheError,
  { certificate, secure, worked }: { certificate: OwnCertificate | null; secure: boolean; worked: boolean },
): CertificateFault | null {
  const { provider, cause } = error.details;
  if (provider !== undefined || typeof cause !== 'string' || !secure) return null;
  const ours = certificate === null ? 'CLIENT_CERTIFICATE_MISSING' : 'CLIENT_CERTIFICATE_REFUSED';
  if (error.code === 'provider_credential') return ours;
  if (UNTRUSTED.test(cause)) return 'SERVER_CERTIFICATE_UNTRUSTED';
  // A server that receives no certificate, or refuses this one, often just closes the connection after the
  // request.
  return CLOSED.test(cause) && (certificate === null || !worked) ? ours : null;
}

const certificateError = (code: CertificateFault, cause?: unknown) =>
  new GuicheError('provider_credential', 'The certificates of this account do not let it call.', {
    provider: { code, message: null, requestId: null, status: null },
    ...(cause === undefined ? {} : { cause }),
  });

/**
 * The client of the card API (document 3): a token over mutual TLS. Certificate faults get their own errors.
 */
export class CardClient extends ProviderClient {
  readonly #options: CardClientOptions;
  readonly #certificate: OwnCertificate | null;
  readonly #now: () => number;
  #worked = false;

  constructor(options: CardClientOptions) {
    const clock = options.clock ?? SYSTEM_CLOCK;
    super({ ...options, errors: CARD_ERRORS, authorize: tokensOf(options, clock) });
    this.#options = options;
    this.#certificate = readCertificate(options.tls);
    this.#now = clock.now;
  }

  /** The end of the account's own certificate (ISO 8601 UTC); null without one. */
  certificate(): { validTo: string | null } | null {
    return this.#certificate === null ? null : { validTo: this.#certificate.validTo };
  }

  override async read(path: string, query: Query, call: Call, options = {}): Promise<Answer> {
    const fault = faultOf(this.#certificate, this.#now());
    if (fault !== null) throw this.#blocked(fault);
    try {
      const answer = await super.read(path, query, call, options);
      this.#worked = true;
      return answer;
    } catch (error) {
      throw this.#explained(error);
    }
  }

  override async change(
    method: ChangeMethod,
    path: string,
    body: ChangeBody,
    change: Change,
    terms: ChangeTerms = {},
  ): Promise<Outcome<Answer>> {
    const fault = faultOf(this.#certificate, this.#now());
    if (fault !== null) return { kind: 'refused', sent: false, error: this.#blocked(fault) };
    const outcome = await super.change(method, path, body, change, terms);
    if (outcome.kind === 'done') {
      this.#worked = true;
      return outcome;
    }
    const error = this.#explained(outcome.error);
    return error instanceof GuicheError ? { ...outcome, error } : outcome;
  }

  #explained(error: unknown): unknown {
    if (!(error instanceof GuicheError)) return error;
    const secure = this.#options.baseUrl.startsWith('https:');
    const fault = faultBehind(error, { certificate: this.#certificate, secure, worked: this.#worked });
    return fault === null ? error : this.#blocked(fault, error.details.cause);
  }

  /** Reports the block to the account's health too: no call succeeds until the certificate is replaced. */
  #blocked(code: CertificateFault, cause?: unknown): GuicheError {
    this.#options.monitor.report({ kind: 'blocked', code, sourceIp: null, changing: false });
    return certificateError(code, cause);
  }
}

const JSON_HEADERS = { accept: 'application/json', 'content-type': 'application/json' };
const GRANT = { grant_type: 'client_credentials' };

function tokensOf(options: CardClientOptions, clock: Clock): OAuthTokens {
  const { account, baseUrl, transport, monitor, log, clientId, clientSecret } = options;
  const url = `${baseUrl}/token`;
  return new OAuthTokens({
    account,
    errors: CARD_ERRORS,
    transport,
    monitor,
    log,
    clock,
    life: TOKEN_LIFE,
    exchange: () => ({
      url,
      headers: { ...JSON_HEADERS, authorization: basicHeader(clientId, clientSecret) },
      body: JSON.stringify(GRANT),
    }),
    // Document 3 does not show the form of the request.
    otherwise: () => ({
      url,
      headers: JSON_HEADERS,
      body: JSON.stringify({ ...GRANT, client_id: clientId, client_secret: clientSecret.reveal() }),
    }),
  });
}
