import 'server-only';
import { Coalescer } from '#lib/core/http/coalesce.ts';
import { parseJson } from '#lib/core/http/json.ts';
import type { HttpAnswer, HttpRequest } from '#lib/core/http/request.ts';
import { tokenSecondsOf } from '#lib/core/provider-numbers.ts';
import { type Failure, type Refusal, refusalIn, reportFailure } from '#lib/providers/client/errors.ts';
import {
  type Authorize,
  type CallLog,
  type ClientOptions,
  type Clock,
  type Granted,
  logCall,
} from '#lib/providers/client/request-context.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader } from '#lib/providers/fields.ts';
import { mostKnown, unwrapLayers } from '#lib/providers/unwrap.ts';

export type OAuthOptions = Pick<ClientOptions, 'account' | 'errors' | 'transport' | 'monitor'> & {
  /** Builds the request that exchanges the credential for a token; the secret stays inside. */
  exchange: Exchange;
  /** The same exchange in another form, for a service that refuses the first one. */
  otherwise?: Exchange;
  /** Lifetime of a token in seconds when its answer states none. */
  life: number;
  clock: Pick<Clock, 'now' | 'random'>;
  log?: ((entry: CallLog) => void) | undefined;
};

type Exchange = () => Pick<HttpRequest, 'url' | 'headers'> & { body: string };
type Token = { header: string; scopes: readonly string[] | null; refreshAt: number; endsAt: number };
type Exchanged = { ok: true; token: Token } | { ok: false; failure: Failure };

/** Wait in ms after a refused credential, because only a few exchanges are allowed a minute. */
const REFUSED_MS = 10_000;
const LIMITED_MS = 30_000;
/** At most this many tokens a minute are discarded because of a 401. */
const MOST_RENEWALS = 9;
const MINUTE = 60_000;

/** One token per account, renewed in the background, discarded by a 401. `scopes` null: none stated yet. */
export class OAuthTokens implements Authorize {
  readonly #options: OAuthOptions;
  readonly #exchanges = new Coalescer();
  #token: Token | null = null;
  #scopes: readonly string[] | null = null;
  #blocked: { failure: Failure; until: number } | null = null;
  #renewals: number[] = [];
  #swapped = false;

  constructor(options: OAuthOptions) {
    this.#options = options;
  }

  scopes(): readonly string[] | null {
    return this.#scopes;
  }

  async grant(signal: AbortSignal | undefined): Promise<Granted> {
    const now = this.#options.clock.now();
    const token = this.#token;
    if (token !== null && now < token.endsAt) {
      if (now >= token.refreshAt) void this.#exchanged();
      return { ok: true, headers: { authorization: token.header } };
    }
    const exchanged = await this.#exchanged(signal);
    if (!exchanged.ok) return exchanged;
    return { ok: true, headers: { authorization: exchanged.token.header } };
  }

  renew(refused: Record<string, string>): boolean {
    const current = this.#token;
    // Another call has discarded or replaced it already.
    if (current === null || current.header !== refused.authorization) return true;
    const now = this.#options.clock.now();
    this.#renewals = this.#renewals.filter((at) => now - at < MINUTE);
    if (this.#renewals.length >= MOST_RENEWALS) return false;
    this.#renewals.push(now);
    this.#token = null;
    return true;
  }

  async #exchanged(signal?: AbortSignal): Promise<Exchanged> {
    const blocked = this.#activeBlock();
    if (blocked !== null) return { ok: false, failure: blocked };
    try {
      return await this.#exchanges.share('token', (ending) => this.#exchange(ending), signal);
    } catch {
      const message = 'the caller went away';
      const fault = { kind: 'fault', fault: 'aborted', sent: false, message } as const;
      return { ok: false, failure: { kind: 'fault', fault } };
    }
  }

  #activeBlock(): Failure | null {
    const { clock } = this.#options;
    if (this.#blocked === null || this.#blocked.until <= clock.now()) return null;
    const { failure, until } = this.#blocked;
    if (failure.kind !== 'refused' || failure.status !== 429) return failure;
    return { ...failure, retryAfterSeconds: Math.ceil((until - clock.now()) / 1000) };
  }

  async #exchange(signal: AbortSignal): Promise<Exchanged> {
    const { exchange, otherwise } = this.#options;
    const forms = otherwise === undefined ? [exchange] : [exchange, otherwise];
    const [first = exchange, other] = this.#swapped ? forms.toReversed() : forms;
    let result = await this.#request(first, signal);
    if (!result.ok && other !== undefined && isOfForm(result.failure)) {
      const again = await this.#request(other, signal);
      // When the service refuses both forms, report the refusal of the likelier one.
      if (again.ok) {
        result = again;
        this.#swapped = !this.#swapped;
      }
    }
    if (result.ok) {
      this.#token = result.token;
      this.#scopes = result.token.scopes ?? this.#scopes;
      this.#blocked = null;
    } else this.#failed(result.failure);
    return result;
  }

  async #request(exchange: Exchange, signal: AbortSignal): Promise<Exchanged> {
    const { transport, clock, monitor } = this.#options;
    const startedAt = clock.now();
    const request = exchange();
    const outcome = await transport({ ...request, method: 'POST', purpose: 'token', signal });
    if (outcome.kind !== 'fault') monitor.recordClock(Date.parse(outcome.headers.date ?? ''));
    const result: Exchanged =
      outcome.kind === 'fault'
        ? { ok: false, failure: { kind: 'fault', fault: outcome } }
        : this.#read(outcome, startedAt);
    const call = { method: 'POST', url: request.url, ms: clock.now() - startedAt };
    logCall(this.#options, call, result.ok ? 200 : result.failure);
    return result;
  }

  #failed(failure: Failure): void {
    const { clock, monitor, errors } = this.#options;
    const limited = failure.kind === 'refused' && failure.status === 429;
    // Exchanges have a limit of their own, so the budget of calls is not reduced.
    if (limited) monitor.report({ kind: 'pause', seconds: failure.retryAfterSeconds });
    else reportFailure(failure, { monitor, errors, budget: NO_CALL_BUDGET });
    const wait = failure.kind === 'refused' ? waitAfter(failure) : 0;
    if (wait > 0) this.#blocked = { failure, until: clock.now() + wait };
  }

  #read(answer: HttpAnswer, startedAt: number): Exchanged {
    const { errors, clock, life } = this.#options;
    const now = clock.now();
    const refusal = refusalIn(answer, now, errors);
    if (refusal !== null) return { ok: false, failure: refusal };
    const fields = tokenIn(answer.text);
    if (fields?.token == null) {
      const requestId = answer.headers['x-request-id'] ?? null;
      return { ok: false, failure: { kind: 'unreadable', status: answer.status, requestId } };
    }
    const ms = (tokenSecondsOf(fields.life) ?? life) * 1000;
    // Accounts and processes that started together must not all renew together.
    const refreshAt = startedAt + ms * (0.75 + 0.15 * clock.random());
    const endsAt = startedAt + ms - Math.min(10_000, ms / 10);
    const header = `Bearer ${fields.token}`;
    return { ok: true, token: { header, scopes: scopesOf(fields.scope), refreshAt, endsAt } };
  }
}

/** Whether the credential may be right but sent in the wrong place. */
const isOfForm = (failure: Failure) =>
  failure.kind === 'refused' && [400, 401, 415, 422].includes(failure.status);

const NO_CALL_BUDGET = { exceeded: () => undefined };

function waitAfter({ status, retryAfterSeconds }: Refusal): number {
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1000;
  if (status === 429) return LIMITED_MS;
  return status >= 400 && status < 500 ? REFUSED_MS : 0;
}

const readToken = objectReader({
  token: means.accessToken(),
  life: means.secondsLeft('expires', 'lifetime'),
  scope: means.scopes(),
});

function tokenIn(body: string) {
  try {
    return mostKnown(unwrapLayers(parseJson(body), ['token', 'credentials']), readToken)?.fields ?? null;
  } catch {
    return null;
  }
}

function scopesOf(scope: unknown): readonly string[] | null {
  const list = typeof scope === 'string' ? scope.split(/[\s,]+/) : Array.isArray(scope) ? scope : null;
  return list === null
    ? null
    : list.filter((word): word is string => typeof word === 'string' && word !== '');
}
