import 'server-only';
import { type FieldFault, GuicheError } from '#lib/errors.ts';
import { plainKey } from '#lib/providers/fields.ts';
import type { Outcome } from '#lib/providers/port.ts';

/** Document 1's request fields → the product's, so that a form shows a refusal at the field that caused it. */
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

/** Refusals that speak of one field, with or without `details`. */
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

/** `body.generatedDocument`, `/generatedDocument` → `payer.document`; a name that is not known as it came. */
function ourName(field: string): string {
  const path = field.split(/[./[\]]+/).filter((part) => part !== '');
  const inner = path.length > 1 && OUTER.has(plainKey(path[0] ?? '')) ? path.slice(1) : path;
  const [name, ...deeper] = inner;
  return (deeper.length === 0 ? OURS.get(plainKey(name ?? '')) : undefined) ?? field;
}

/** `forms` renames once more, where a form calls the same thing differently: `{ pixKey: 'key' }`. */
export type Forms = Readonly<Record<string, string>>;

/** The same error with its fields in the product's names; none is lost. */
export function inOurWords(error: GuicheError, forms: Forms = {}): GuicheError {
  const code = error.details.provider?.code ?? '';
  const ours = (field: string) => (Object.hasOwn(forms, field) ? forms[field] : undefined) ?? field;
  const named: FieldFault[] = (error.details.fields ?? []).map(({ field, message }) => ({
    field: ours(ourName(field)),
    message,
  }));
  const meant = SPEAKS_OF.get(code);
  const told = meant === undefined || named.some(({ field }) => field === ours(meant));
  const fields = told ? named : [...named, { field: ours(meant), message: error.message }];
  if (fields.length === 0) return error;
  return new GuicheError(error.code, error.message, { ...error.details, status: error.status, fields });
}

/** Of a change: a refusal in the product's names, everything else as it is. */
export function refusedInOurWords<T>(outcome: Outcome<T>, forms?: Forms): Outcome<T> {
  return outcome.kind === 'refused' && outcome.sent
    ? { ...outcome, error: inOurWords(outcome.error, forms) }
    : outcome;
}

/** Of a read. */
export async function readInOurWords<T>(read: Promise<T>, forms?: Forms): Promise<T> {
  try {
    return await read;
  } catch (error) {
    throw error instanceof GuicheError ? inOurWords(error, forms) : error;
  }
}
