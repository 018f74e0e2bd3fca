import type { BodyOf } from '#components/forms/use-operation.ts';
import {
  APPROVAL_RULES,
  FLAGS,
  type FlagName,
  isMoney,
  NUMBERS,
  type NumberName,
  REASON_LENGTH,
  type SettingName,
  settingsOf,
  strangePart,
  weakened,
} from '#lib/accounts/rules.ts';
import type { Connection } from '#lib/connections/queries.ts';
import type { AccountKind } from '#lib/core/account-kinds.ts';
import type { FormDescription } from '#lib/core/form.ts';
import { centsToDecimal, parseTypedBrl } from '#lib/core/money.ts';

export const removeAccountForm: FormDescription<
  { slug: string },
  null,
  BodyOf<'DELETE /api/settings/accounts/{id}'>
> = {
  blank: { slug: '' },
  fields: { slug: { kind: 'text', paste: 'id', mono: true } },
  body: ({ slug }) => ({ slug: slug.trim() }),
};

/** Fields of a connection's form. The server names fields by path: `credentials.accessToken`, … */
export type CredentialDraft = {
  environment: 'sandbox' | 'production';
  baseUrl: string;
  credentials: Record<string, string>;
};
const own = { kind: 'own' } as const;
const credentialFields = {
  environment: own,
  baseUrl: { ...own, paste: 'address' },
  // The field of the part shows the error.
  credentials: { ...own, secret: true, validate: strangePart },
} as const;
const blank: CredentialDraft = { environment: 'production', baseUrl: '', credentials: {} };

export const credentialForm: FormDescription<
  CredentialDraft,
  null,
  BodyOf<'PUT /api/settings/accounts/{id}/credential'>
> = { blank, fields: credentialFields, body: (values) => values };

type NewAccountDraft = CredentialDraft & { kind: AccountKind; name: string; slug: string };
export const newAccountForm: FormDescription<NewAccountDraft, null, BodyOf<'POST /api/settings/accounts'>> = {
  blank: { kind: 'pix', name: '', slug: '', ...blank },
  fields: { kind: own, name: own, slug: own, ...credentialFields },
  body: (values) => values,
};

/** An account's rules as typed. Empty: the default; money in reais. */
export type Typed = {
  numbers: Partial<Record<NumberName, string>>;
  flags: Partial<Record<FlagName, boolean>>;
};

const isNumber = (name: SettingName): name is NumberName => name in NUMBERS;
export const isFlag = (name: SettingName): name is FlagName => name in FLAGS;

/** Groups of settings, in the form's order. */
const GROUPS = {
  approval: ['approvalAbove', 'approvalAboveDaily'],
  calls: ['callsPerMinute'],
  disputes: ['defenseWindowHours', 'defenseCharacters', 'defenseFiles', 'defenseBytes'],
  resends: ['resendWindowDays', 'resendMaxAgeDays', 'resendIdsPerRequest', 'resendsPerMinute'],
  records: ['deliveryDays'],
  closings: ['closingDays'],
} as const satisfies Record<string, readonly NumberName[]>;

export type GroupName = keyof typeof GROUPS;

export function groupsOf(kind: AccountKind): { group: GroupName; names: readonly NumberName[] }[] {
  const has = new Set<string>(settingsOf(kind));
  return (Object.keys(GROUPS) as GroupName[])
    .map((group) => ({ group, names: GROUPS[group].filter((name) => has.has(name)) }))
    .filter(({ names }) => names.length > 0);
}

const MEGABYTE = 1_048_576;

export const isMegabytes = (name: NumberName): boolean => name === 'defenseBytes';

/** How a number is typed: money (cents) in reais, sizes (bytes) in megabytes; `read` is null where invalid. */
const PLAIN = { show: String, read: (text: string) => (/^\d{1,12}$/.test(text) ? Number(text) : null) };
const MONEY = { show: centsToDecimal, read: parseTypedBrl };
const SIZE = {
  show: (bytes: number) => String(Math.round((bytes / MEGABYTE) * 100) / 100),
  read: (text: string) =>
    /^\d{1,4}([.,]\d{1,2})?$/.test(text) ? Math.round(Number(text.replace(',', '.')) * MEGABYTE) : null,
};
const unitOf = (name: NumberName) => (isMoney(name) ? MONEY : isMegabytes(name) ? SIZE : PLAIN);

/** The allowed range in the field's unit; null for money. */
export function rangeOf(name: NumberName): { least: string; most: string } | null {
  const { least, most } = NUMBERS[name];
  const { show } = unitOf(name);
  return isMoney(name) ? null : { least: show(least), most: show(most) };
}

export function typedOf({ kind, settings }: Pick<Connection, 'kind' | 'settings'>): Typed {
  const names = settingsOf(kind);
  const numbers = names.filter(isNumber).map((name) => {
    const value = settings[name];
    return [name, typeof value === 'number' ? unitOf(name).show(value).replace('.', ',') : ''];
  });
  const flags = names.filter(isFlag).map((name) => [name, settings[name] === true]);
  return { numbers: Object.fromEntries(numbers), flags: Object.fromEntries(flags) };
}

/** Parses a typed number. Undefined: invalid; null: empty. */
function readNumber(name: NumberName, text: string): number | null | undefined {
  const plain = text.trim();
  if (plain === '') return null;
  const value = unitOf(name).read(plain);
  const { least, most } = NUMBERS[name];
  return value === null || value < least || value > most ? undefined : value;
}

export const wrongNumbers = (kind: AccountKind, { numbers }: Typed): NumberName[] =>
  settingsOf(kind)
    .filter(isNumber)
    .filter((name) => readNumber(name, numbers[name] ?? '') === undefined);

type Change = Partial<Record<SettingName, number | null>> & Partial<Record<FlagName, boolean | null>>;

/** Differences from the stored settings; null removes a setting. */
export function changeOf(account: Pick<Connection, 'kind' | 'settings'>, { numbers, flags }: Typed): Change {
  const { kind, settings } = account;
  const names = settingsOf(kind);
  const before = typedOf(account).numbers;
  const changed: [string, number | boolean | null][] = [];
  for (const name of names.filter(isNumber)) {
    const value = readNumber(name, numbers[name] ?? '');
    // Sizes are shown rounded, so an unedited text leaves the exact stored value.
    if (numbers[name] !== before[name] && value !== undefined && value !== (settings[name] ?? null))
      changed.push([name, value]);
  }
  for (const name of names.filter(isFlag)) {
    const on = flags[name] === true;
    if (on !== (settings[name] === true)) changed.push([name, on || null]);
  }
  return Object.fromEntries(changed);
}

/** Whether a change weakens an approval rule; such a change waits. */
export function isWeaker(
  { settings }: Pick<Connection, 'settings'>,
  change: Partial<Record<SettingName, number | boolean | null>>,
): boolean {
  const text = (parts: Record<string, unknown>) =>
    Object.fromEntries(APPROVAL_RULES.map((rule) => [rule, String(parts[rule] ?? '')]));
  return weakened(text(settings), text({ ...settings, ...change })).length > 0;
}

type AccountDraft = { name: string; typed: Typed; reason: string };
const weakens = ({ typed }: AccountDraft, account: Connection) => isWeaker(account, changeOf(account, typed));
/** Name and rules. Only changes are sent, with a reason when an approval rule becomes weaker. */
export const accountForm: FormDescription<
  AccountDraft,
  Connection,
  BodyOf<'PATCH /api/settings/accounts/{id}'>
> = {
  blank: { name: '', typed: { numbers: {}, flags: {} }, reason: '' },
  fields: {
    name: { kind: 'own', early: 0, validate: (name) => (name.trim() === '' ? 'needed' : null) },
    typed: {
      kind: 'own',
      validate: (typed, _, { kind }) => (wrongNumbers(kind, typed).length > 0 ? 'number' : null),
    },
    reason: {
      kind: 'lines',
      most: REASON_LENGTH.most,
      when: weakens,
      validate: (reason) => (reason.trim().length < REASON_LENGTH.least ? 'reason' : null),
    },
  },
  body(values, account) {
    const { name, typed, reason } = values;
    const settings = changeOf(account, typed);
    return {
      ...(name.trim() === account.name ? {} : { name: name.trim() }),
      ...(Object.keys(settings).length === 0 ? {} : { settings }),
      ...(weakens(values, account) ? { reason: reason.trim() } : {}),
    };
  },
};
