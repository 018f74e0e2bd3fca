import 'server-only';
import { isUnusual, type Missing, type ProblemCode, type ProblemHelp } from '#lib/core/errors.ts';
import type { Locale } from '#lib/core/i18n/locales.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import enDoctor from '../../messages/en/doctor.json';
import en from '../../messages/en/problems.json';
import ptDoctor from '../../messages/pt-BR/doctor.json';
import pt from '../../messages/pt-BR/problems.json';

type HelpText = Omit<ProblemHelp, 'retry' | 'unknown'>;
type Catalogue = {
  problem: Record<ProblemCode, HelpText>;
  provider: Record<string, HelpText>;
  /** Text for an unusual status that no provider defines. Not ICU, which the build would compile: `#`. */
  unusual: HelpText;
  lacks: { intro: string; of: Record<Missing, string> };
};

const CATALOGUES: Record<Locale, Catalogue> = {
  'pt-BR': { ...pt, lacks: ptDoctor.lacks },
  en: { ...en, lacks: enDoctor.lacks },
};

/** Codes by what a repeated read does. `self`: they pass with time. `ask`: someone must act. Else never. */
const PASSES_BY_ITSELF = new Set(
  [
    'rate_limited provider_unavailable provider_timeout unavailable PZI100 PZC320 PZI103 PZI110 PZI111',
    'PZF500 PZF503 PZD100 PZD103 PZD500 PZS500 PZK101 PZG429 AUTH_TOO_MANY_REQUESTS',
    'PROVIDER_UNAVAILABLE RECEIPT_MISSING_END_TO_END REFUND_IN_FLIGHT ANSWERED_BY_GATEWAY',
  ].flatMap((codes) => codes.split(' ')),
);
const SOMEONE_MUST_ACT = new Set(
  [
    'provider_credential account_unconfigured PZA100 PZA200 PZA203 PZA204 PZA205 PZA206 PZD200 PZD201',
    'PZS200 PZS201 PZS206 PZC401 PZC403 PZK400 PZK401 TOKEN_INVALID TOKEN_EXPIRED',
    'JWT_INVALID_AUTH_FORMAT TOKEN_INVALID_AUTH_FORMAT TOKEN_MISSING_SCOPE TOKEN_IP_NOT_ALLOWED',
    'TOKEN_HOLDER_BLOCKED TOKEN_UNSUPPORTED_GRANT_TYPE CALLBACK_SECRET_MISSING',
    'WITHDRAW_INSUFFICIENT_PROVIDER_BALANCE REFUND_INFRACTION_OPEN CLIENT_CERTIFICATE_MISSING',
    'CLIENT_CERTIFICATE_UNREADABLE CLIENT_CERTIFICATE_EXPIRED CLIENT_CERTIFICATE_NOT_YET_VALID',
    'CLIENT_CERTIFICATE_REFUSED SERVER_CERTIFICATE_UNTRUSTED ANSWERED_BY_REDIRECT ANSWERED_BY_FIREWALL',
    'ANSWERED_BY_PAGE',
  ].flatMap((codes) => codes.split(' ')),
);
/** Codes of the older build (document 1's service before its present codes), mapped to the present ones. */
const SAME_AS = lookupTable<string>({
  INVALID_PIX_KEY: 'PZK600',
  PIX_KEY_NOT_FOUND: 'PZK300',
  INVALID_QR_CODE: 'PZK601',
  AMOUNT_REQUIRED: 'PZS604',
});

const retryOf = (code: string): ProblemHelp['retry'] =>
  PASSES_BY_ITSELF.has(code) ? 'self' : SOMEONE_MUST_ACT.has(code) ? 'ask' : 'never';

/** A sentence that names the fields missing in an answer, for the start of the advice; empty without any. */
function missingFieldsText(locale: Locale, missing: readonly Missing[]): string {
  const { lacks } = CATALOGUES[locale];
  return missing.length === 0 ? '' : `${lacks.intro} ${missing.map((one) => lacks.of[one]).join(', ')}. `;
}

/** Catalogue text by the provider's code if known, else by an unusual status (407, 302), else by `code`. */
export function problemHelp(
  locale: Locale,
  code: ProblemCode,
  providerCode: string | null,
  missing: readonly Missing[] = [],
  status: number | null = null,
): ProblemHelp {
  const { problem, provider, unusual } = CATALOGUES[locale];
  const meant = providerCode === null ? null : (SAME_AS[providerCode] ?? providerCode);
  const known = meant !== null && Object.hasOwn(provider, meant);
  const ofProvider = known ? provider[meant] : undefined;
  const ofStatus = !known && status !== null && isUnusual(status);
  const help = ofProvider ?? (ofStatus ? withStatus(unusual, status) : problem[code]);
  return {
    ...help,
    hint: missingFieldsText(locale, missing) + help.hint,
    retry: ofStatus ? 'ask' : retryOf(known ? meant : code),
    ...(known || providerCode === null ? {} : { unknown: true }),
  };
}

const withStatus = (help: HelpText, status: number): HelpText => ({
  ...help,
  title: help.title.replace('#', String(status)),
});
