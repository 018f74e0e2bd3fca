import 'server-only';
import { isUnusual, type Missing, type ProblemCode, type ProblemHelp } from '#lib/core/errors.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import enDoctor from '../../messages/en/doctor.json';
import en from '../../messages/en/problems.json';
import ptDoctor from '../../messages/pt-BR/doctor.json';
import pt from '../../messages/pt-BR/problems.json';

type Words = Omit<ProblemHelp, 'retry' | 'unknown'>;
type Catalogue = {
  problem: Record<ProblemCode, Words>;
  provider: Record<string, Words>;
  /** Of an answer with a status that is no service's own, for `#`: an argument of ICU would be compiled by the build. */
  unusual: Words;
};

const CATALOGUES: Record<Locale, Catalogue> = { 'pt-BR': pt, en };

const LACKS: Record<Locale, { lacks: { said: string; of: Record<Missing, string> } }> = {
  'pt-BR': ptDoctor,
  en: enDoctor,
};

/**
 * Codes by what a repeated read does. `self`: the fault passes with time (429, 503, 424, time-outs). `ask`:
 * someone must register, sign or enable something first. A code in neither list ends the same way when
 * repeated.
 */
const PASSES_BY_ITSELF = new Set([
  'rate_limited',
  'provider_unavailable',
  'provider_timeout',
  'unavailable',
  'PZI100',
  'PZC320',
  'PZI103',
  'PZI110',
  'PZI111',
  'PZF500',
  'PZF503',
  'PZD100',
  'PZD103',
  'PZD500',
  'PZS500',
  'PZK101',
  'PZG429',
  'AUTH_TOO_MANY_REQUESTS',
  'PROVIDER_UNAVAILABLE',
  'RECEIPT_MISSING_END_TO_END',
  'REFUND_IN_FLIGHT',
  'ANSWERED_BY_GATEWAY',
]);
const SOMEONE_MUST_ACT = new Set([
  'provider_credential',
  'account_unconfigured',
  'PZA100',
  'PZA200',
  'PZA203',
  'PZA204',
  'PZA205',
  'PZA206',
  'PZD200',
  'PZD201',
  'PZS200',
  'PZS201',
  'PZS206',
  'PZC401',
  'PZC403',
  'PZK400',
  'PZK401',
  'TOKEN_INVALID',
  'TOKEN_EXPIRED',
  'JWT_INVALID_AUTH_FORMAT',
  'TOKEN_INVALID_AUTH_FORMAT',
  'TOKEN_MISSING_SCOPE',
  'TOKEN_IP_NOT_ALLOWED',
  'TOKEN_HOLDER_BLOCKED',
  'TOKEN_UNSUPPORTED_GRANT_TYPE',
  'CALLBACK_SECRET_MISSING',
  'WITHDRAW_INSUFFICIENT_PROVIDER_BALANCE',
  'REFUND_INFRACTION_OPEN',
  'CLIENT_CERTIFICATE_MISSING',
  'CLIENT_CERTIFICATE_UNREADABLE',
  'CLIENT_CERTIFICATE_EXPIRED',
  'CLIENT_CERTIFICATE_NOT_YET_VALID',
  'CLIENT_CERTIFICATE_REFUSED',
  'SERVER_CERTIFICATE_UNTRUSTED',
  'ANSWERED_BY_REDIRECT',
  'ANSWERED_BY_FIREWALL',
  'ANSWERED_BY_PAGE',
]);
/** The older build's words (document 1's service before its codes) that mean the same as a code. */
const SAME_AS = lookupTable<string>({
  INVALID_PIX_KEY: 'PZK600',
  PIX_KEY_NOT_FOUND: 'PZK300',
  INVALID_QR_CODE: 'PZK601',
  AMOUNT_REQUIRED: 'PZS604',
});

function retryOf(code: string): ProblemHelp['retry'] {
  if (PASSES_BY_ITSELF.has(code)) return 'self';
  return SOMEONE_MUST_ACT.has(code) ? 'ask' : 'never';
}

/** Words for the fields that an answer lacks, before what to do about it. */
export function lackWords(locale: Locale, missing: readonly Missing[]): string {
  const { lacks } = LACKS[locale];
  return missing.length === 0 ? '' : `${lacks.said} ${missing.map((one) => lacks.of[one]).join(', ')}. `;
}

/**
 * Catalogue words for a fault: the provider's code where it is known, else what its status says where that is an unusual
 * one (407, 302), else Guichê's own.
 */
export function problemHelp(
  locale: Locale,
  code: ProblemCode,
  providerCode: string | null,
  missing: readonly Missing[] = [],
  status: number | null = null,
): ProblemHelp {
  const { problem, provider, unusual } = CATALOGUES[locale];
  const same = providerCode !== null && Object.hasOwn(SAME_AS, providerCode) ? SAME_AS[providerCode] : null;
  const meant = same ?? providerCode;
  const known = meant !== null && Object.hasOwn(provider, meant);
  const words = known ? provider[meant] : undefined;
  const ofStatus = !known && status !== null && isUnusual(status);
  const said = words ?? (ofStatus ? withStatus(unusual, status) : problem[code]);
  return {
    ...said,
    todo: lackWords(locale, missing) + said.todo,
    retry: ofStatus ? 'ask' : retryOf(known ? meant : code),
    ...(known || providerCode === null ? {} : { unknown: true }),
  };
}

const withStatus = (words: Words, status: number): Words => ({
  ...words,
  title: words.title.replace('#', String(status)),
});
