import { ACCOUNT_KINDS, type AccountKind } from '#lib/core/account-kinds.ts';
import { isLoopbackAddress } from '#lib/core/address-name.ts';
import { characterError, clean, type PastedKind } from '#lib/core/clean.ts';
import type { InvalidField } from '#lib/core/errors.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { plainPem } from '#lib/core/pem.ts';

/** Rules for entering an account. They are pure, so that the form and the server give the same errors. */

export type Credentials = Readonly<Record<string, string>>;

/** Page names and first path segments that are not accounts. A slug may not be one of them. */
const PAGES = [
  ...['all', 'api', 'inbox', 'settings', 'sign-in', 'set-up', 'invitation', 'overview', 'transactions'],
  ...['disputes', 'webhooks', 'deliveries', 'resends', 'charges', 'withdrawals', 'transfers', 'operations'],
  ...['reports', 'statement', 'closings', 'sandbox'],
];

export function slugFault(slug: string): 'slug_form' | 'slug_page' | null {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(slug)) return 'slug_form';
  return PAGES.includes(slug) ? 'slug_page' : null;
}

/** A slug from a name: `Filial Sul` → `filial-sul`. May be empty. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 31)
    .replace(/-+$/, '');
}

type UrlError = 'not_a_url' | 'not_https' | 'has_credentials' | 'has_query';

/** Requires https (http only on a loopback address) and nothing after the path. */
export function baseUrlError(text: string): UrlError | null {
  if (!/^https?:\/\/[^/]/i.test(text) || /[\s\\]/.test(text) || !URL.canParse(text)) return 'not_a_url';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'has_credentials';
  if (text.includes('?') || text.includes('#')) return 'has_query';
  return url.protocol === 'https:' || isLoopbackAddress(text) ? null : 'not_https';
}

/** The parts of each kind's credential. The `needed` ones are always required. */
const CREDENTIALS: Readonly<Record<AccountKind, Record<'needed' | 'optional', readonly string[]>>> = {
  pix: { needed: ['accessToken'], optional: ['sandboxUrl', 'sandboxToken'] },
  hub: { needed: ['clientSecret'], optional: ['auth', 'clientId'] },
  card: {
    needed: ['clientId', 'clientSecret'],
    optional: ['clientCert', 'clientKey', 'ca', 'webhookSecret'],
  },
};

/** How each pasted part is cleaned. Certificates and keys are PEM text. */
export const PASTED_PARTS = lookupTable<PastedKind>({
  accessToken: 'token',
  sandboxToken: 'token',
  sandboxUrl: 'address',
  clientId: 'token',
  clientSecret: 'token',
  webhookSecret: 'secret',
});
const PEMS = ['clientCert', 'clientKey', 'ca'];

/** The credential's parts, cleaned. Empty parts are dropped. */
export function cleanCredentials(parts: Credentials): Record<string, string> {
  const cleaned = Object.entries(parts).map(([name, text]): [string, string] => {
    const kind = PASTED_PARTS[name];
    if (PEMS.includes(name)) return [name, plainPem(text).trim()];
    return [name, kind === undefined ? text.trim() : clean(kind, text)];
  });
  return Object.fromEntries(cleaned.filter(([, text]) => text !== ''));
}

/** The first part that contains an invalid character, or null. */
export function strangePart(parts: Credentials): string | null {
  const strange = Object.entries(cleanCredentials(parts)).find(
    ([name, text]) => PASTED_PARTS[name] !== undefined && characterError(PASTED_PARTS[name], text) !== null,
  );
  return strange?.[0] ?? null;
}

/** The path with which each kind's documents end the base address. */
const VERSIONS: Readonly<Record<AccountKind, string>> = { pix: '/v1', hub: '/api/v1', card: '/v1' };

/** The version path that a valid base address lacks; null when it has one. */
export function missingVersion(kind: AccountKind, baseUrl: string): string | null {
  const address = clean('address', baseUrl);
  if (baseUrlError(address) !== null) return null;
  return /\/v\d+\/*$/.test(new URL(address).pathname) ? null : VERSIONS[kind];
}

type Place = { kind: AccountKind; environment: 'sandbox' | 'production'; baseUrl: string };

/** Missing or misplaced `credentials.<part>`. The server also checks what certificates contain. */
export function credentialErrors({ kind, environment, baseUrl }: Place, parts: Credentials): InvalidField[] {
  const { needed, optional } = CREDENTIALS[kind];
  const errors: InvalidField[] = [];
  const add = (part: string, message: string) => errors.push({ field: `credentials.${part}`, message });
  const need = (part: string) => parts[part] === undefined && add(part, 'needed');
  for (const part of Object.keys(parts))
    if (!needed.includes(part) && !optional.includes(part)) add(part, 'unknown');
  for (const part of needed) need(part);
  for (const [part, text] of Object.entries(parts)) {
    const kind = PASTED_PARTS[part];
    const sign = kind === undefined ? null : characterError(kind, text);
    if (sign !== null) add(part, sign);
  }
  if (kind === 'pix') sandboxErrors(parts, environment, add);
  if (kind === 'hub') hubErrors(parts, add);
  if (kind === 'card') {
    const isLocal = isLoopbackAddress(baseUrl);
    if (!isLocal || parts.clientCert !== undefined || parts.clientKey !== undefined)
      for (const part of ['clientCert', 'clientKey']) need(part);
    if (!isLocal) need('ca');
  }
  return errors;
}

type Add = (part: string, message: string) => unknown;

function sandboxErrors(parts: Credentials, environment: string, add: Add): void {
  const { sandboxUrl, sandboxToken } = parts;
  if (sandboxUrl === undefined && sandboxToken === undefined) return;
  if (environment === 'production') add('sandboxUrl', 'only_sandbox');
  if (sandboxUrl === undefined) add('sandboxUrl', 'needed');
  if (sandboxToken === undefined) add('sandboxToken', 'needed');
  const error = sandboxUrl === undefined ? null : baseUrlError(sandboxUrl);
  if (error !== null) add('sandboxUrl', error);
}

function hubErrors({ auth = 'token', clientId, clientSecret }: Credentials, add: Add): void {
  if (!['token', 'basic', 'svc'].includes(auth)) add('auth', 'unknown');
  if (auth !== 'svc' && clientId === undefined) add('clientId', 'needed');
  if (auth === 'svc' && clientSecret !== undefined && !clientSecret.startsWith('svc_'))
    add('clientSecret', 'service_key');
}

type Numeric = { least: number; most: number; kinds: readonly AccountKind[] };

/** Whole-number settings: `approvalAbove` and `approvalAboveDaily` in cents, `defenseBytes` in bytes. */
export const NUMBERS = {
  approvalAbove: { least: 0, most: 99_999_999_999, kinds: ACCOUNT_KINDS },
  approvalAboveDaily: { least: 0, most: 99_999_999_999, kinds: ACCOUNT_KINDS },
  callsPerMinute: { least: 1, most: 6_000, kinds: ACCOUNT_KINDS },
  defenseWindowHours: { least: 1, most: 720, kinds: ['pix', 'hub'] },
  defenseCharacters: { least: 50, most: 20_000, kinds: ['pix'] },
  defenseFiles: { least: 1, most: 20, kinds: ['pix'] },
  defenseBytes: { least: 100_000, most: 52_428_800, kinds: ['pix'] },
  deliveryDays: { least: 1, most: 400, kinds: ['pix'] },
  resendWindowDays: { least: 1, most: 90, kinds: ['pix'] },
  resendMaxAgeDays: { least: 1, most: 400, kinds: ['pix'] },
  resendIdsPerRequest: { least: 1, most: 5_000, kinds: ['pix'] },
  /** Days back that are read at 00:30 for their closing; 0: none. */
  closingDays: { least: 0, most: 31, kinds: ['pix', 'hub'] },
  resendsPerMinute: { least: 1, most: 600, kinds: ['pix'] },
} as const satisfies Record<string, Numeric>;
export const isMoney = (name: string) => name === 'approvalAbove' || name === 'approvalAboveDaily';
export type NumberName = keyof typeof NUMBERS;

export const FLAGS = {
  forgetSecrets: ['pix', 'hub'],
  cardEntry: ['card'],
  /** A day is closed by two people. */
  closingSecondPerson: ['pix', 'hub'],
} as const satisfies Record<string, readonly AccountKind[]>;
export type FlagName = keyof typeof FLAGS;
export type SettingName = NumberName | FlagName;

export function settingsOf(kind: AccountKind): SettingName[] {
  const has = (kinds: readonly AccountKind[]) => kinds.includes(kind);
  const numbers = Object.entries(NUMBERS).filter(([, { kinds }]) => has(kinds));
  const flags = Object.entries(FLAGS).filter(([, kinds]) => has(kinds));
  return [...numbers, ...flags].map(([name]) => name as SettingName);
}

/** The settings that people can edit. An account's other settings describe where its provider is. */
export const ownSettings = (settings: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name in NUMBERS || name in FLAGS));

/** Settings that state which money needs a second approver, in cents as text, as an account stores them. */
export const APPROVAL_RULES = ['approvalAbove', 'approvalAboveDaily'] as const;
export type ApprovalRule = (typeof APPROVAL_RULES)[number];
type Settings = Readonly<Record<string, string | undefined>>;

/** The limit in cents; null when this rule requires no second approver. */
export function limitIn(settings: Settings, rule: ApprovalRule): number | null {
  const text = (settings[rule] ?? '').trim();
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The rules that the new settings weaken: a higher limit, or none where there was one. */
export function weakened(before: Settings, after: Settings): ApprovalRule[] {
  return APPROVAL_RULES.filter((rule) => {
    const [limit, next] = [limitIn(before, rule), limitIn(after, rule)];
    return limit !== null && (next === null || next > limit);
  });
}

/** Length in characters of the reason for requesting a weaker rule. */
export const REASON_LENGTH = { least: 10, most: 500 } as const;

export type KnownBlock = { blocked: boolean; operations: readonly string[] };

/** The forms that a block can disable, and the providers' names for their operations. */
const WORDS_OF = {
  charges: ['payment', 'deposit', 'charge', 'cashin'],
  withdrawals: ['withdraw', 'withdrawal', 'externalpayment', 'payout', 'cashout'],
  transfers: ['internaltransfer', 'transfer'],
  refunds: ['refund', 'paymentrefund', 'depositrefund'],
  keys: ['pixkey', 'pixkeys'],
} as const;

export type BlockedForm = keyof typeof WORDS_OF;
const KNOWN_WORDS = new Set<string>(Object.values(WORDS_OF).flat());

/** True when the block refuses this form's operation. No operations, or an unknown one, may mean any form. */
export function blocksForm({ blocked, operations }: KnownBlock, form: BlockedForm): boolean {
  if (!blocked) return false;
  const words = operations.map((word) => word.replace(/[^a-z]/gi, '').toLowerCase());
  const own: readonly string[] = WORDS_OF[form];
  return words.length === 0 || words.some((word) => own.includes(word) || !KNOWN_WORDS.has(word));
}

/** Document 2, Authentication 5: scopes that a new credential lacks unless a person selects them. */
export const BY_HAND_SCOPES: readonly string[] = [
  'WITHDRAW',
  'INTERNAL_TRANSFER',
  'REFUND',
  'PIX_KEY_WRITE',
  'WEBHOOK_WRITE',
];

/** Those of `scopes` that a person must select. Document 1 has no such scopes: support issues its tokens. */
export const scopesByHand = (kind: string, scopes: readonly string[]): string[] =>
  kind === 'hub' ? scopes.filter((scope) => BY_HAND_SCOPES.includes(scope)) : [];

/** Document 1, IP whitelist, in the operator's order. `many`: 20 addresses; `burst`: 5 in 5 minutes. */
type IpRule = 'first' | 'alongside' | 'many' | 'burst' | 'last';
export const MOST_ADDRESSES = 20;
export const MOST_ADDITIONS = { count: 5, minutes: 5 };
const ALL: readonly IpRule[] = ['first', 'alongside', 'many', 'burst', 'last'];

/** The rules that matter for this refusal. Without any address there is none to keep, add to or remove. */
export function ipRulesFor(code: string | null): readonly IpRule[] {
  if (code === null) return ALL;
  if (code === 'PZA205') return ['first', 'burst', 'last'];
  return code === 'PZA203' ? ['alongside', 'many', 'burst', 'last'] : [];
}

/** Error codes with which the provider refuses every call of the account. */
const REFUSES_ALL = [
  ...['PZA203', 'PZA205', 'TOKEN_IP_NOT_ALLOWED', 'TOKEN_HOLDER_BLOCKED'],
  ...['PZA100', 'TOKEN_INVALID', 'TOKEN_EXPIRED'],
];
/** Error codes with which the provider refuses changes. */
export const REFUSES_CHANGES: readonly string[] = [...REFUSES_ALL, 'PZA206'];

/** Additions left by the recorded ones (ms). `nextAt`: when the next is accepted, if none is left. */
export function additionsLeft(noted: readonly number[], now: number) {
  const window = MOST_ADDITIONS.minutes * 60_000;
  const recent = noted.filter((at) => at <= now && now - at < window).sort((a, b) => a - b);
  const left = Math.max(0, MOST_ADDITIONS.count - recent.length);
  const [first] = recent.slice(-MOST_ADDITIONS.count);
  return { left, nextAt: left > 0 || first === undefined ? null : first + window };
}
