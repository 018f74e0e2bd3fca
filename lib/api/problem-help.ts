import 'server-only';
import type { ProblemCode, ProblemHelp } from '#lib/api/errors.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import en from '../../messages/en/problems.json';
import pt from '../../messages/pt-BR/problems.json';

type Words = Omit<ProblemHelp, 'retry' | 'unknown'>;
type Catalogue = { problem: Record<ProblemCode, Words>; provider: Record<string, Words> };

const CATALOGUES: Record<Locale, Catalogue> = { 'pt-BR': pt, en };

/**
 * Whether reading again helps. `self`: it passes with time (429, 503, 424, time-outs). `ask`: someone must
 * register, sign or enable something first. A code in neither list ends the same way when repeated.
 */
const PASSES_BY_ITSELF = new Set([
  'rate_limited',
  'provider_unavailable',
  'provider_timeout',
  'unavailable',
  'PZI100',
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
]);
const SOMEONE_MUST_ACT = new Set([
  'provider_credential',
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
]);

function retryOf(code: string): ProblemHelp['retry'] {
  if (PASSES_BY_ITSELF.has(code)) return 'self';
  return SOMEONE_MUST_ACT.has(code) ? 'ask' : 'never';
}

/** Catalogue words for a fault: the provider's code where it is known, else Guichê's own. */
export function problemHelp(locale: Locale, code: ProblemCode, providerCode: string | null): ProblemHelp {
  const { problem, provider } = CATALOGUES[locale];
  const known = providerCode !== null && Object.hasOwn(provider, providerCode);
  const words = known ? provider[providerCode] : undefined;
  return {
    ...(words ?? problem[code]),
    retry: retryOf(known ? providerCode : code),
    ...(known || providerCode === null ? {} : { unknown: true }),
  };
}
