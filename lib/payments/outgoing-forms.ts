import type { Answer } from '#lib/api/client.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { clean } from '#lib/core/clean.ts';
import { type FieldError, type FormDescription, filledValues } from '#lib/core/form.ts';
import { type AmountBounds, readAmount } from '#lib/core/money.ts';
import { looksLikeCode } from '#lib/core/pix/br-code.ts';
import { type PixKeyKind, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import {
  callbackError,
  codeAsSent,
  codeError,
  keyAsSent,
  keyError,
  metadataError,
  readMetadata,
  readPastedCode,
  receiverPaste,
} from './field-rules.ts';
import type { PaymentRules } from './queries.ts';

export type HolderAnswer = Answer<'POST /pix-keys/lookup'>;
export type CodeAnswer = Answer<'POST /pix-qr-codes/decode'>;
/** The receiver a look-up found. `of`: mark of the key or code it was found by. */
export type Receiver = { of: string; at: string } & (
  | { holder: HolderAnswer; code?: never }
  | { code: CodeAnswer; holder?: never }
);

/** Fields of every outgoing payment. */
type Details = {
  amount: string;
  reference: string;
  description: string;
  callbackUrl: string;
  metadata: string;
  /** The receiver found for this key or code. Stored, so that a reload submits the same request again. */
  found: Receiver | null;
};
export type WithdrawalDraft = Details & {
  way: 'key' | 'code';
  key: string;
  keyType: PixKeyKind | null;
  code: string;
};
/** The fields a receiver is looked up by, and the receiver found. */
export type ReceiverSearch = Pick<WithdrawalDraft, 'way' | 'key' | 'keyType' | 'code' | 'found'>;
/** The account's payment rules. `now`: epoch ms. */
type WithdrawalFacts = { rules: PaymentRules | undefined; now: number };

const BLANK: Details = {
  amount: '',
  reference: '',
  description: '',
  callbackUrl: '',
  metadata: '',
  found: null,
};

const DETAIL_FIELDS = {
  reference: { kind: 'own', paste: 'reference', wire: ['clientReference'] },
  description: { kind: 'own' },
  callbackUrl: { kind: 'own', paste: 'address', validate: callbackError },
  metadata: { kind: 'own', validate: metadataError },
  found: { kind: 'own', wire: [] },
} as const;
// The order of fields is part of a stored draft's name: a transfer has `metadata` last.
const { metadata: METADATA, ...UP_TO_FOUND } = DETAIL_FIELDS;

const detailsOf = (
  { reference, description, callbackUrl, metadata: typed }: Details,
  { lookup, free }: { lookup: string | undefined; free: boolean },
) => {
  const metadata = free ? readMetadata(typed ?? '') : null;
  return {
    ...filledValues({ clientReference: reference, description, callbackUrl }),
    ...(metadata ? { metadata } : {}),
    ...(lookup === undefined ? {} : { lookup }),
  };
};

const VALID_MS = 10 * 60_000;

/** The key type in force: the operator's choice, else the only possible one. */
export function typeInForce(key: string, chosen: PixKeyKind | null): PixKeyKind | null {
  if (chosen !== null) return chosen;
  const possible = pixKeyKinds(key);
  return possible.length === 1 ? (possible[0] ?? null) : null;
}

/** Mark of a key or code. The receiver found is valid for it only. Null: nothing to look up. */
export function receiverMark({ way, key, keyType, code }: ReceiverSearch): string | null {
  if (way === 'code') return `code:${codeAsSent(code)}`;
  const type = typeInForce(key, keyType);
  return type === null ? null : `${type}:${keyAsSent(key, type)}`;
}

/** The receiver found, if it belongs to the key or code in the form and is at most ten minutes old. */
export function receiverInForce(draft: ReceiverSearch, now: number): Receiver | null {
  const { found } = draft;
  if (found === null || now - Date.parse(found.at) > VALID_MS) return null;
  return found.of === receiverMark(draft) ? found : null;
}

/**
 * The amount in cents once valid, or a code's fixed one. It is fixed unless the provider reports otherwise.
 */
function readOutgoing(typed: string, bounds: AmountBounds, search: ReceiverSearch | null, now: number) {
  const code = search?.way === 'code' ? receiverInForce(search, now)?.code?.code : undefined;
  const fixed = code !== undefined && code.amount !== null && code.amountEditable !== true;
  return fixed ? { cents: code.amount, error: null, fixed } : { ...readAmount(typed, bounds), fixed };
}

export const withdrawalBounds = ({ rules }: Pick<WithdrawalFacts, 'rules'>) => ({
  min: rules?.withdrawal.min ?? null,
  max: rules?.withdrawal.max ?? null,
});

export const readWithdrawal = (draft: WithdrawalDraft, { rules, now }: WithdrawalFacts) =>
  readOutgoing(draft.amount, withdrawalBounds({ rules }), draft, now);

type WithdrawalBody = InputOf<Endpoints['POST /withdrawals' | 'POST /withdrawals/qr-code'], 'body'>;

export const withdrawalForm: FormDescription<WithdrawalDraft, WithdrawalFacts, WithdrawalBody> = {
  blank: { way: 'key', key: '', keyType: null, code: '', ...BLANK },
  fields: {
    way: { kind: 'choice', of: ['key', 'code'] },
    key: {
      kind: 'own',
      paste: 'key',
      wire: ['pixKey', 'key', 'pixKeyType', 'keyType'],
      when: ({ way }) => way === 'key',
      validate: (key, { keyType }) => keyError(key, typeInForce(key, keyType)),
    },
    keyType: { kind: 'own', wire: [] },
    code: { kind: 'own', paste: 'code', when: ({ way }) => way === 'code', early: 8, validate: codeError },
    amount: { kind: 'amount', early: 4, validate: (_, draft, facts) => readWithdrawal(draft, facts).error },
    ...DETAIL_FIELDS,
  },
  /** Always includes the amount on screen, so that an amount other than the code's is refused. */
  body(draft, facts) {
    const { way, key, keyType, code, found } = draft;
    const lookup = (found?.holder ?? found?.code)?.lookup;
    const type = typeInForce(key, keyType) ?? 'evp';
    return {
      amount: readWithdrawal(draft, facts).cents ?? 0,
      ...(way === 'code' ? { code: codeAsSent(code) } : { pixKey: keyAsSent(key, type), pixKeyType: type }),
      ...detailsOf(draft, { lookup, free: true }),
    } as WithdrawalBody;
  },
};

/** `found`: the receiver found by the code in the receiver field. */
type TransferDraft = Details & { receiver: string };
export type ReceiverKind = 'account_number' | 'pix_key';
/** `kind`: the kind of receiver this account accepts. `reads`: it can read codes. `now`: epoch ms. */
type TransferFacts = { kind: ReceiverKind; reads: boolean; now: number };

/** Document 1 does not publish bounds of a transfer; its refusal reports them. */
export const TRANSFER_BOUNDS = { min: 1, max: null };

/** Whether the receiver is a code. Only document 2 accepts one. */
export const isByCode = (
  { receiver }: Pick<TransferDraft, 'receiver'>,
  { kind }: Pick<TransferFacts, 'kind'>,
) => kind === 'pix_key' && receiverPaste(receiver) === 'code';
export const receiverSearchOf = (draft: Pick<TransferDraft, 'receiver' | 'found'>): ReceiverSearch => ({
  way: 'code',
  key: '',
  keyType: null,
  code: draft.receiver,
  found: draft.found,
});

export const readTransfer = (draft: TransferDraft, facts: TransferFacts) =>
  readOutgoing(
    draft.amount,
    TRANSFER_BOUNDS,
    isByCode(draft, facts) ? receiverSearchOf(draft) : null,
    facts.now,
  );

/** Error of a code that contains an address instead of a key: only a withdrawal can pay it. */
function withoutKey(draft: TransferDraft, facts: TransferFacts) {
  if (!isByCode(draft, facts)) return null;
  const own = readPastedCode(draft.receiver);
  const read = receiverInForce(receiverSearchOf(draft), facts.now);
  const named = (typeof own !== 'string' && own.key !== null) || Boolean(read?.code?.code.key);
  return named || (read === null && facts.reads) ? null : 'code_without_key';
}

type TransferBody = InputOf<Endpoints['POST /transfers'], 'body'>;

export const transferForm: FormDescription<TransferDraft, TransferFacts, TransferBody> = {
  blank: { receiver: '', ...BLANK },
  fields: {
    receiver: {
      kind: 'own',
      paste: receiverPaste,
      early: 6,
      wire: ['receiver', 'code'],
      validate: (text, draft, facts) => receiverError(text, facts.kind) ?? withoutKey(draft, facts),
    },
    amount: { kind: 'amount', early: 4, validate: (_, draft, facts) => readTransfer(draft, facts).error },
    ...UP_TO_FOUND,
    metadata: { ...METADATA, when: (_, { kind }) => kind === 'pix_key' },
  },
  body(draft, facts) {
    const lookup = isByCode(draft, facts) ? draft.found?.code?.lookup : undefined;
    return {
      amount: readTransfer(draft, facts).cents ?? 0,
      receiver: receiverAsSent(draft.receiver, facts.kind),
      ...detailsOf(draft, { lookup, free: facts.kind === 'pix_key' }),
    };
  },
};

/** An ambiguous key is sent as typed: only the service knows which of its accounts has it. */
function receiverAsSent(text: string, kind: ReceiverKind): string {
  // Checked first, because a code with an e-mail key also looks like an e-mail.
  if (isByCode({ receiver: text }, { kind })) return codeAsSent(text);
  const [only, ...more] = pixKeyKinds(text);
  return kind === 'pix_key' && more.length === 0 && only !== undefined
    ? keyAsSent(text, only)
    : clean(receiverPaste(text), text);
}

/** Error of a transfer's receiver: account number (document 1), Pix key or a code with a key (document 2). */
export function receiverError(text: string, receiver: ReceiverKind): FieldError {
  const typed = clean(receiverPaste(text), text);
  if (typed === '') return 'required';
  if (receiver === 'account_number')
    return /^\d{6}$/.test(typed.replace(/[\s.-]/g, '')) ? null : 'account_number';
  if (looksLikeCode(typed)) return codeError(typed);
  return pixKeyKinds(typed).length > 0 ? null : 'key_unreadable';
}
