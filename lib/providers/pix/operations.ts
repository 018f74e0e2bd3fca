import 'server-only';
import { GuicheError } from '#lib/core/errors.ts';
import { decimalToCents } from '#lib/core/money.ts';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import { pixKeyKind } from '#lib/core/pix/pix-key.ts';
import { statusOf } from '#lib/providers/absence.ts';
import type { AdapterDeps } from '#lib/providers/client/adapter-deps.ts';
import type { Query } from '#lib/providers/client/client.ts';
import { segment } from '#lib/providers/client/paths.ts';
import type { Answer } from '#lib/providers/client/request-context.ts';
import { RequestedNames } from '#lib/providers/client/requested-names.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { readTranslatingErrors, spellings, translateFieldErrors } from '#lib/providers/pix/field-names.ts';
import { readImage } from '#lib/providers/pix/map-payments.ts';
import {
  brl,
  found,
  jsonBody,
  listPayments,
  lookUpQuery,
  type PaymentSelection,
  toPaymentOutcome,
  wireKey,
} from '#lib/providers/pix/payments.ts';
import type { PixDeps } from '#lib/providers/pix/transactions.ts';
import type {
  Call,
  Change,
  NewWithdrawal,
  PaymentFilter,
  PaymentReference,
  PortPageRequest,
  ProviderFile,
  ProviderPort,
} from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { codeIn, fileIn, fileInBase64, holderIn } from '#lib/providers/shared-readers.ts';
import { UnreadableAnswer } from '#lib/providers/unwrap.ts';

const IMAGES = ['image/png', 'image/jpeg'] as const;
const isTransfer = ({ method }: Transaction) => method === 'INTERNAL_TRANSFER';
const isOther = (row: Transaction) => !isTransfer(row);

/** `find` and `list` of one route. `keys`: the references that `read` finds by. */
const readsOf = (
  deps: PixDeps,
  keys: readonly (keyof PaymentReference)[],
  selection: PaymentSelection,
  read: (query: Query, call: Call) => Promise<Answer>,
) => ({
  find: async (by: PaymentReference, call: Call) => found(deps, read(lookUpQuery(by, keys), call), by),
  list: (filter: PaymentFilter, page: PortPageRequest, call: Call) =>
    listPayments(deps, selection, filter, page, call),
});
const KEYS = ['id', 'clientReference', 'endToEndId'] as const;

/** If the answer has no type, the route determines it. */
function chargeOf(payment: Payment): Payment {
  if (payment.type !== null || payment.way === 'out') return payment;
  const { way: _, ...rest } = payment;
  return { ...rest, type: 'DEPOSIT' };
}

/** Document 1, Pix Operations: charges. They have no `description`. */
export function chargesOf(deps: PixDeps): NonNullable<ProviderPort['charges']> {
  const { client } = deps;
  // Deposits from another account of the service are transfers.
  const selection = { type: ['DEPOSIT'], selects: isOther };
  const { find, list } = readsOf(deps, KEYS, selection, (query, call) =>
    client.read('/pix', query, call, { thing: true }),
  );
  return {
    async create({ amount, payer, expiresInSeconds, ...charge }, change) {
      const body = jsonBody({
        amount: brl(amount),
        callbackUrl: charge.callbackUrl,
        generatedName: payer?.name,
        generatedEmail: payer?.email,
        generatedDocument: payer?.document === undefined ? undefined : normalizeDocument(payer.document),
        expiresIn: expiresInSeconds,
        clientReference: charge.clientReference,
        virtualAccount: charge.virtualAccount,
      });
      const outcome = await toPaymentOutcome(deps, await client.change('POST', '/pix', body, change));
      return outcome.kind === 'done' ? { ...outcome, value: chargeOf(outcome.value) } : outcome;
    },
    async find(by, call) {
      const one = await find(by, call);
      return one === null ? null : chargeOf(one);
    },
    list,
    qrCode: (id, call) => imageOf(deps, id, call),
  };
}

/** The service's image of a charge's code: from its own route, else from the answer of GET /pix. */
async function imageOf(deps: AdapterDeps, id: string, call: Call): Promise<ProviderFile> {
  const { client, readable } = deps;
  try {
    const path = `/pix/qr-code/${segment(id)}`;
    const { bytes } = await client.readFile(path, {}, call, { thing: true });
    return readable(() => fileIn(bytes, IMAGES));
  } catch (error) {
    const carried = mayBeCarried(error) ? await carriedImage(deps, id, call) : null;
    if (carried === null) throw error;
    return carried;
  }
}

/** Not if the error is about this very charge, or the provider cannot be called at all. */
function mayBeCarried(error: unknown): boolean {
  const status = statusOf(error);
  const code = error instanceof GuicheError ? (error.details.provider?.code ?? null) : null;
  if (status === 400 || status === 404) return code === null || !/^PZ[KC]/.test(code);
  return status === 405 || status === 406 || status === 200;
}

async function carriedImage(
  { client, readable }: AdapterDeps,
  id: string,
  call: Call,
): Promise<ProviderFile | null> {
  try {
    const { json } = await client.read('/pix', { id }, call, { thing: true });
    const image = readable(() => readImage(json));
    return image === null ? null : fileInBase64(image, IMAGES);
  } catch (error) {
    if (error instanceof GuicheError || error instanceof UnreadableAnswer) return null;
    throw error;
  }
}

/** Document 1, Internal Transfer. `accountNumber`: the token's own account; null: not shown. */
export function transfersOf(
  deps: PixDeps,
  accountNumber: (call: Call) => Promise<string | null>,
): NonNullable<ProviderPort['transfers']> {
  const { client } = deps;
  const names = new RequestedNames();
  return {
    async create({ amount, receiver, ...transfer }, change) {
      const payer = await payerOf(accountNumber, change);
      if (payer instanceof GuicheError) return { kind: 'refused', error: payer, sent: false };
      const body = {
        payerAccountNumber: payer,
        receiverAccountNumber: receiver.replace(/[\s.-]/g, ''),
        amount: brl(amount),
        description: transfer.description,
        callbackUrl: transfer.callbackUrl,
        clientReference: transfer.clientReference,
        virtualAccount: transfer.virtualAccount,
      };
      const outcome = await names.send(body, (named) =>
        client.change('POST', '/internal-transfer', jsonBody(named), change),
      );
      const answer = await toPaymentOutcome(deps, outcome);
      return answer.kind === 'done' ? { ...answer, value: { ...answer.value, way: 'out' } } : answer;
    },
    // Includes transfers from other accounts. `method` is no filter of document 1.
    ...readsOf(
      deps,
      ['id', 'clientReference'],
      { type: ['WITHDRAW', 'DEPOSIT'], method: ['INTERNAL_TRANSFER'], selects: isTransfer },
      (query, call) => client.read('/internal-transfer', query, call, { thing: true }),
    ),
  };
}

/** The payer's account, or the error for which nothing is sent. */
async function payerOf(
  accountNumber: (call: Call) => Promise<string | null>,
  { signal, priority }: Change,
): Promise<string | GuicheError> {
  try {
    const call = {
      ...(signal === undefined ? {} : { signal }),
      ...(priority === undefined ? {} : { priority }),
    };
    const ownNumber = await accountNumber(call);
    return (
      ownNumber ?? new GuicheError('not_supported', 'The service does not tell the account’s own number.')
    );
  } catch (error) {
    if (error instanceof GuicheError) return error;
    throw error;
  }
}

/** Document 1, Withdrawals: by key and by code. */
export function withdrawalsOf(deps: PixDeps): NonNullable<ProviderPort['withdrawals']> {
  const { client } = deps;
  const asCode = spellings(['qrCode', 'emv', 'qrCodeText', 'code'], { anyName: true });
  const toKey = new RequestedNames();
  return {
    async toKey({ amount, pixKey, pixKeyType, ...payment }, change) {
      const body = {
        amount: brl(amount),
        pixKey: wireKey(pixKey, pixKeyType),
        pixType: pixKeyType,
        ...commonOf(payment),
      };
      const outcome = await toKey.send(body, (named) =>
        client.change('POST', '/withdraw', jsonBody(named), change),
      );
      return toPaymentOutcome(deps, outcome);
    },
    async toCode({ code, amount, ...payment }, change) {
      const rest = { amount: amount === undefined ? undefined : brl(amount), ...commonOf(payment) };
      const outcome = await asCode((name) =>
        client.change('POST', '/withdraw/qrcode', jsonBody({ [name]: code, ...rest }), change),
      );
      return toPaymentOutcome(deps, outcome, { pixKey: 'code' });
    },
    ...readsOf(deps, KEYS, { type: ['WITHDRAW'], selects: isOther }, (query, call) =>
      client.read('/withdraw', query, call, { thing: true }),
    ),
  };
}

type Common = Pick<NewWithdrawal, 'callbackUrl' | 'clientReference' | 'description' | 'virtualAccount'>;
const commonOf = ({ callbackUrl, clientReference, description, virtualAccount }: Common) => ({
  callbackUrl,
  clientReference,
  description,
  virtualAccount,
});

const HOUR_MS = 3_600_000;
/** The name of the field in the look-up's form. */
const FORM = { pixKey: 'key' };

/** Document 1, Keys and DICT. Older services have only GET /user/dict. */
export function keyLookupOf(deps: AdapterDeps): NonNullable<ProviderPort['keyLookup']> {
  const { client, readable, now } = deps;
  let absentUntil = 0;
  const byKey = async (pixKey: string, call: Call) =>
    client.read('/pix/key', { pixKey }, call, { thing: true });
  const byDict = async (key: string, call: Call) => client.read('/user/dict', { key }, call, { thing: true });
  const byRoute = async (key: string, call: Call) => {
    if (now() < absentUntil) return byDict(key, call);
    try {
      return await byKey(key, call);
    } catch (error) {
      if (!mayLack(error)) throw error;
      const answer = await orFirst(byDict(key, call), error);
      absentUntil = now() + HOUR_MS;
      return answer;
    }
  };
  return async (key, keyType, call) => {
    const sent = wireKey(key, keyType ?? pixKeyKind(key));
    const { json } = await readTranslatingErrors(byRoute(sent, call), FORM);
    return readable(() => holderIn(json));
  };
}

/** Whether the route may be missing: a 405, or a 404 that is not about the key. */
function mayLack(error: unknown): boolean {
  const status = statusOf(error);
  const code = error instanceof GuicheError ? (error.details.provider?.code ?? null) : null;
  return status === 405 || (status === 404 && (code === null || code === 'PZG404'));
}

/** If the second route is missing too, throws the first error, which is more useful. */
async function orFirst<T>(second: Promise<T>, first: unknown): Promise<T> {
  try {
    return await second;
  } catch (error) {
    throw mayLack(error) || statusOf(error) === 403 ? first : error;
  }
}

/** Cents of a sum to pay; null if it is negative or has more than two decimals. */
function payable(written: string): number | null {
  const amount = decimalToCents(written);
  return amount === null || amount.cents < 0 || amount.exact !== undefined ? null : amount.cents;
}

/** POST /pix/qrcode/read changes nothing, so its send is not recorded. */
export function decodeCodeOf({ client, readable }: AdapterDeps): NonNullable<ProviderPort['decodeCode']> {
  const asCode = spellings(['emv', 'qrCode', 'qrCodeText', 'code'], { anyName: true });
  return async (code, call) => {
    const reading = { ...call, sending: async () => undefined };
    const outcome = await asCode((name) =>
      client.change('POST', '/pix/qrcode/read', jsonBody({ [name]: code }), reading),
    );
    if (outcome.kind !== 'done') throw translateFieldErrors(outcome.error, { pixKey: 'code' });
    const { json, asOf } = outcome.value;
    return readable(() => codeIn(json, payable, asOf), outcome.requestId);
  };
}
