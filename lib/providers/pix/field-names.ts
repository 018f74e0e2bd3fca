import 'server-only';
import { GuicheError, type InvalidField } from '#lib/core/errors.ts';
import { SHOWS_READING, statusOf } from '#lib/providers/absence.ts';
import { isOtherField, MISSING, missingNames, UNKNOWN } from '#lib/providers/client/requested-names.ts';
import { plainKey } from '#lib/providers/fields.ts';
import type { Outcome } from '#lib/providers/port.ts';

/** Document 1's request fields → Guichê's, so that a form shows a refusal at the field that caused it. */
const OURS = new Map(
  Object.entries({
    amount: 'amount value',
    clientReference: 'clientReference externalReference',
    virtualAccount: 'virtualAccount',
    callbackUrl: 'callbackUrl',
    description: 'description',
    expiresInSeconds: 'expiresIn expiresInSeconds',
    'payer.name': 'generatedName payerName',
    'payer.email': 'generatedEmail payerEmail',
    'payer.document': 'generatedDocument payerDocument',
    pixKey: 'pixKey key',
    pixKeyType: 'pixType pixKeyType keyType',
    code: 'qrCode emv qrCodeText qrCodeEmv code',
    receiver: 'receiverAccountNumber receiverAccount receiver',
  }).flatMap(([ours, theirs]) => theirs.split(' ').map((name) => [plainKey(name), ours])),
);

/** Codes about one field, with or without `details`. */
const SPEAKS_OF = new Map(
  Object.entries({
    amount: 'PZD600 PZD601 PZS600 PZS601 PZS602 PZS603 PZS604 PZC202 PZC602 PZC603 PZC610 PZC611 PZG423',
    clientReference: 'PZC210',
    'payer.document': 'PZD201 PZD602',
    pixKey: 'PZS201 PZK200 PZK201 PZK300 PZK600 INVALID_PIX_KEY PIX_KEY_NOT_FOUND',
    code: 'PZK301 PZK310 PZK601 INVALID_QR_CODE',
    receiver: 'PZC201 PZC300 PZC600',
  }).flatMap(([field, codes]) => codes.split(' ').map((code) => [code, field])),
);
SPEAKS_OF.set('AMOUNT_REQUIRED', 'amount');

const OUTER = new Set(['body', 'data', 'payload', 'request', 'query', 'params']);

/** `body.generatedDocument`, `/generatedDocument` → `payer.document`; other names stay. */
function ourName(field: string): string {
  const path = field.split(/[./[\]]+/).filter((part) => part !== '');
  const inner = path.length > 1 && OUTER.has(plainKey(path[0] ?? '')) ? path.slice(1) : path;
  const [name, ...deeper] = inner;
  return (deeper.length === 0 ? OURS.get(plainKey(name ?? '')) : undefined) ?? field;
}

/** A second renaming, for a form that has another name for the same thing: `{ pixKey: 'key' }`. */
export type Forms = Readonly<Record<string, string>>;

/** The same error with Guichê's field names; no field is lost. */
export function translateFieldErrors(error: GuicheError, forms: Forms = {}): GuicheError {
  const code = error.details.provider?.code ?? '';
  const ours = (field: string) => (Object.hasOwn(forms, field) ? forms[field] : undefined) ?? field;
  const named: InvalidField[] = (error.details.fields ?? []).map(({ field, message }) => ({
    field: ours(ourName(field)),
    message,
  }));
  const meant = SPEAKS_OF.get(code);
  const isNamed = meant === undefined || named.some(({ field }) => field === ours(meant));
  const fields = isNamed ? named : [...named, { field: ours(meant), message: error.message }];
  if (fields.length === 0) return error;
  return new GuicheError(error.code, error.message, { ...error.details, status: error.status, fields });
}

export function translateRefusal<T>(outcome: Outcome<T>, forms?: Forms): Outcome<T> {
  return outcome.kind === 'refused' && outcome.sent
    ? { ...outcome, error: translateFieldErrors(outcome.error, forms) }
    : outcome;
}

export async function readTranslatingErrors<T>(read: Promise<T>, forms?: Forms): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw error instanceof GuicheError ? translateFieldErrors(error, forms) : error;
  }
}

/** `error` is set if the call failed. */
type Tried = { kind: string; error?: GuicheError };

/**
 * Sends a field that document 1 does not name, under another spelling only if a 400 proves that the last was
 * not read; what works is cached. A spelling may be a pair ('dateFrom dateTo'). `related`: other sent fields;
 * a 400 about nothing sent counts too. `anyName`: tries one other name that a 400 requests.
 */
export function spellings<N extends string>(
  names: readonly [N, ...N[]],
  { related, anyName = false }: { related?: readonly string[]; anyName?: boolean } = {},
) {
  let known: N = names[0];
  return async <T extends Tried>(send: (name: N) => Promise<T>): Promise<T> => {
    const untried = new Set<N>([known, ...names]);
    /** The service's own name that is being tried; null: none yet. */
    let taken: N | null = null;
    let name = known;
    let first: T | null = null;
    for (;;) {
      untried.delete(name);
      const result = await send(name);
      const { error } = result;
      const status = statusOf(error);
      const tried = error === undefined ? [] : readInstead(error, name, [...untried], related);
      // Another field is missing, or this one is unknown: the name that the service requested was not this
      // field's.
      if (name === taken && (missingNames(error).length > 0 || tried === 'unread')) return first ?? result;
      const requested = anyName && taken === null ? newName(error, [...names, name]) : null;
      if (requested !== null) taken = requested as N;
      const others = requested === null ? tried : [requested as N];
      if (others === 'unread') return first ?? result;
      if (others.length === 0) {
        // An answer about the content shows that the name was read; silence and faults show nothing.
        if (error === undefined || SHOWS_READING.has(status ?? 0)) known = name;
        return result;
      }
      first ??= result;
      name = others[0] ?? name;
    }
  };
}

/** The one field that a 400 requests and that is no known name; else null. */
function newName(error: GuicheError | undefined, names: readonly string[]): string | null {
  const known = new Set(names.flatMap((one) => one.split(' ')).map(plainKey));
  const requested = missingNames(error).filter((name) => !known.has(plainKey(name)) && !isOtherField(name));
  return requested.length === 1 ? (requested[0] ?? null) : null;
}

/** The spellings to try after a 400; empty if the sent one was read; 'unread' if none remains. */
function readInstead<N extends string>(
  error: GuicheError,
  sent: N,
  others: N[],
  related: readonly string[] | undefined,
): N[] | 'unread' {
  if (statusOf(error) !== 400 || !(error instanceof GuicheError)) return [];
  const fields = (error.details.fields ?? []).map(({ field, message }) => ({
    name: plainKey(field.split(/[./[\]]+/).findLast((part) => part !== '') ?? ''),
    message,
  }));
  const matches = (names: N, name: string) => names.split(' ').some((one) => plainKey(one) === name);
  const requested = others.filter((names) => fields.some(({ name }) => matches(names, name)));
  if (requested.length > 0) return requested;
  const refused = fields.some(({ name, message }) => matches(sent, name) && UNKNOWN.test(message));
  const words = new Set(error.message.split(/[^\p{L}\p{N}_]+/u).map(plainKey));
  const spoken = (names: N) => names.split(' ').some((one) => words.has(plainKey(one)));
  const mentioned = MISSING.test(error.message) ? others.filter(spoken) : [];
  if (mentioned.length > 0) return mentioned;
  const all = [...sent.split(' '), ...(related ?? [])].map(plainKey);
  const isAboutSent = all.some((one) => words.has(one) || fields.some(({ name }) => name === one));
  const unknown =
    refused || (UNKNOWN.test(error.message) && spoken(sent)) || (related !== undefined && !isAboutSent);
  if (!unknown) return [];
  return others.length > 0 ? others : 'unread';
}
