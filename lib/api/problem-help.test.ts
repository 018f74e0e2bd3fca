import { describe, expect, it } from 'vitest';
import { PROBLEM_STATUS, type ProblemCode } from '#lib/core/errors.ts';
import en from '../../messages/en/problems.json' with { type: 'json' };
import pt from '../../messages/pt-BR/problems.json' with { type: 'json' };
import { problemHelp } from './problem-help.ts';

/** Every errorCode of the Pix account API's document and of its refund route, by HTTP status. */
const CODES: Record<number, string[]> = {
  400: codes(
    'PZV001 PZD600 PZD601 PZD602 PZS600 PZS601 PZS602 PZS603 PZS604 PZC600 PZC602 PZC603 PZK600 PZK601 PZC610 PZC611',
  ),
  401: codes('PZA100'),
  403: codes('PZA200 PZA203 PZA204 PZA205 PZA206 PZC400 PZC401 PZC403 PZK400 PZK401'),
  404: codes('PZC300 PZC301 PZC310 PZK300 PZK301 PZW300 PZW310 PZG404'),
  409: codes('PZC210 PZC221 PZK210 PZK212 PZG409'),
  410: codes('PZK310 PZG410'),
  422: codes(
    'PZD200 PZD201 PZS102 PZS200 PZS201 PZS202 PZS206 PZC200 PZC201 PZC202 PZC220 PZC223 PZC320 PZC321 PZK200 PZK201 PZG422 PZG423',
  ),
  424: codes('PZD100 PZD103 PZD500 PZS500 PZK101 PZI110 PZI111 PZF500'),
  429: codes('PZG429'),
  500: codes('PZI100 PZI101 PZI103'),
  503: codes('PZF503'),
};

function codes(text: string): string[] {
  return text.split(' ');
}

/** The Hub API's codes: its document's, and those of its refunds, withdrawals and queries. */
const HUB_CODES = codes(
  'TOKEN_INVALID TOKEN_EXPIRED JWT_INVALID_AUTH_FORMAT TOKEN_INVALID_AUTH_FORMAT TOKEN_MISSING_SCOPE TOKEN_IP_NOT_ALLOWED TOKEN_HOLDER_BLOCKED TOKEN_UNSUPPORTED_GRANT_TYPE AUTH_TOO_MANY_REQUESTS SCHEMA_INVALID REQUEST_UNKNOWN_QUERY_PARAM CALLBACK_SECRET_MISSING WEBHOOK_HAS_DELIVERIES WITHDRAW_INSUFFICIENT_BALANCE WITHDRAW_INSUFFICIENT_PROVIDER_BALANCE RECEIPT_MISSING_END_TO_END REFUND_IN_FLIGHT REFUND_INFRACTION_OPEN PROVIDER_UNAVAILABLE PROVIDER_REFUSED ROUTE_NOT_FOUND',
);

/** Of the card API's mutual TLS: codes of this product, because the connection itself fails. */
const CERTIFICATE_CODES = codes(
  'CLIENT_CERTIFICATE_MISSING CLIENT_CERTIFICATE_UNREADABLE CLIENT_CERTIFICATE_EXPIRED CLIENT_CERTIFICATE_NOT_YET_VALID CLIENT_CERTIFICATE_REFUSED SERVER_CERTIFICATE_UNTRUSTED',
);

/** Of answers that something between Guichê and the service gave in its place. */
const INTERMEDIARY_CODES = codes(
  'ANSWERED_BY_REDIRECT ANSWERED_BY_FIREWALL ANSWERED_BY_PAGE ANSWERED_BY_GATEWAY',
);

const every = [...Object.values(CODES).flat(), ...HUB_CODES, ...CERTIFICATE_CODES, ...INTERMEDIARY_CODES];
const ours = Object.keys(PROBLEM_STATUS) as ProblemCode[];

describe.each([
  ['pt-BR', pt],
  ['en', en],
] as const)('%s', (locale, catalogue) => {
  it('has exactly the codes there are', () => {
    expect(Object.keys(catalogue.provider).sort()).toStrictEqual([...every].sort());
    expect(Object.keys(catalogue.problem).sort()).toStrictEqual([...ours].sort());
  });

  it.each(every)('words %s', (code) => {
    const help = problemHelp(locale, 'provider_rejected', code);
    expect(help.title).toMatch(/^\p{Lu}[^.]{5,70}$/u);
    expect(help.hint).toMatch(/^\p{Lu}.{10,240}\.$/u);
    expect(help.responsible).toMatch(/^\p{Lu}.{5,90}\.$/u);
  });

  it.each(ours)('words %s', (code) => {
    const { retry: _, ...help } = problemHelp(locale, code, null);
    expect(help).toStrictEqual(catalogue.problem[code]);
    expect(help.title).not.toMatch(/\.$/);
  });

  it('speaks in the product’s voice', () => {
    expect(JSON.stringify(catalogue)).not.toMatch(/!|\bops\b|por favor|com sucesso|please|successfully/i);
  });

  it.each([
    ['AUTH_TOO_MANY_REQUESTS', 'self'],
    ['REFUND_IN_FLIGHT', 'self'],
    ['TOKEN_IP_NOT_ALLOWED', 'ask'],
    ['TOKEN_MISSING_SCOPE', 'ask'],
    ['WITHDRAW_INSUFFICIENT_BALANCE', 'never'],
    ['WEBHOOK_HAS_DELIVERIES', 'never'],
  ])('%s: %s', (code, retry) => {
    expect(problemHelp(locale, 'provider_rejected', code).retry).toBe(retry);
  });

  it('words the older build’s names of the same faults', () => {
    expect(problemHelp(locale, 'provider_rejected', 'INVALID_PIX_KEY')).toStrictEqual(
      problemHelp(locale, 'provider_rejected', 'PZK600'),
    );
  });

  it('falls back to its own words for a code it does not know', () => {
    for (const code of ['PZX999', '', '__proto__', 'toString', null])
      expect(problemHelp(locale, 'provider_rejected', code)).toMatchObject(
        catalogue.problem.provider_rejected,
      );
  });
});

it('R9: an answer that cannot be read is asked for by a person, not again and again', () => {
  expect(problemHelp('en', 'provider_unreadable', null).retry).not.toBe('self');
});

describe('retry', () => {
  const retry = (code: string) => problemHelp('en', 'internal', code).retry;

  it('is never offered where repeating ends the same way', () => {
    for (const status of [400, 404, 409, 410])
      for (const code of CODES[status] ?? []) expect(retry(code), code).toBe('never');
    expect(retry('PZI101')).toBe('never');
  });

  it('passes by itself for waits and institutions', () => {
    for (const status of [424, 429, 503])
      for (const code of CODES[status] ?? []) expect(retry(code), code).toBe('self');
    expect(retry('PZI100')).toBe('self');
  });

  it('asks someone about credential, IP, lock and contract', () => {
    for (const code of codes('PZA100 PZA200 PZA203 PZA204 PZA205 PZA206')) expect(retry(code)).toBe('ask');
  });

  it('R14: never passes by itself for a 4xx but 424, 429 and a receipt whose transaction has not ended', () => {
    for (const status of [400, 401, 403, 404, 409, 410, 422])
      for (const code of CODES[status] ?? []) expect(retry(code) === 'self', code).toBe(code === 'PZC320');
    for (const { provider } of [pt, en])
      expect(provider.PZC320.responsible).toMatch(/^(?:Passa sozinho|It passes by itself);/);
  });

  it.each([
    ['provider_timeout', 'self'],
    ['provider_unavailable', 'self'],
    ['rate_limited', 'self'],
    ['unavailable', 'self'],
    ['provider_credential', 'ask'],
    ['forbidden', 'never'],
    ['provider_rejected', 'never'],
    ['internal', 'never'],
  ] as const)('%s: %s', (code, expected) => {
    expect(problemHelp('pt-BR', code, null).retry).toBe(expected);
  });

  it('follows Guichê’s own code where the provider’s is unknown', () => {
    expect(problemHelp('en', 'rate_limited', 'PZX999').retry).toBe('self');
  });
});
