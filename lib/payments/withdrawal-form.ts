import type { Answer } from '#lib/api/client.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { type FormDescription, given } from '#lib/core/form.ts';
import { readAmount } from '#lib/core/money.ts';
import { type PixKeyKind, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { callbackError, codeAsSent, codeError, keyAsSent, keyError, readMetadata } from './field-rules.ts';
import type { PaymentRules } from './queries.ts';

type Body = InputOf<Endpoints['POST /withdrawals' | 'POST /withdrawals/qr-code'], 'body'>;
export type HolderAnswer = Answer<'POST /pix-keys/lookup'>;
export type CodeAnswer = Answer<'POST /pix-qr-codes/decode'>;
/** The receiver a look-up found. `of`: mark of the key or code it was found by. */
export type Receiver = { of: string; at: string } & (
  | { holder: HolderAnswer; code?: never }
  | { code: CodeAnswer; holder?: never }
);

export type WithdrawalDraft = {
  way: 'key' | 'code';
  key: string;
  keyType: PixKeyKind | null;
  code: string;
  amount: string;
  reference: string;
  description: string;
  callbackUrl: string;
  /** Document 2: one `name: value` a line. */
  metadata: string;
  /** The receiver found for this key or code. Stored, so that a reload submits the same request again. */
  found: Receiver | null;
};
/** The fields a receiver is looked up by, and the receiver found. */
export type ReceiverSearch = Pick<WithdrawalDraft, 'way' | 'key' | 'keyType' | 'code' | 'found'>;
/** The account's payment rules. `now`: epoch ms. */
export type WithdrawalFacts = { rules: PaymentRules | undefined; now: number };

const VALID_MS = 10 * 60_000;

/** The key type in force: the operator's choice, else the only possible one. */
export function typeInForce(key: string, chosen: PixKeyKind | null): PixKeyKind | null {
  if (chosen !== null) return chosen;
  const possible = pixKeyKinds(key);
  return possible.length === 1 ? (possible[0] ?? null) : null;
}

/**
 * Mark of the key or code of a look-up. The receiver found is valid for it only. Null while there is nothing
 * to look up.
 */
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

/** The amount (cents) of a decoded code. Fixed unless the provider says it may be changed. */
export function codeAmountOf(receiver: Receiver | null): { amount: number | null; fixed: boolean } | null {
  const code = receiver?.code?.code;
  if (code === undefined) return null;
  return { amount: code.amount, fixed: code.amount !== null && code.amountEditable !== true };
}

/** The code's amount while its look-up is valid. */
export const codeAmountInForce = (search: ReceiverSearch, now: number) =>
  search.way === 'code' ? codeAmountOf(receiverInForce(search, now)) : null;

export const withdrawalBounds = ({ rules }: Pick<WithdrawalFacts, 'rules'>) => ({
  min: rules?.withdrawal.min ?? null,
  max: rules?.withdrawal.max ?? null,
});

/** The amount in cents once it is valid, or the code's amount where that is fixed. */
export function readWithdrawal(draft: WithdrawalDraft, { rules, now }: WithdrawalFacts) {
  const codeAmount = codeAmountInForce(draft, now);
  if (codeAmount?.fixed) return { cents: codeAmount.amount, fault: null, fixed: true };
  return { ...readAmount(draft.amount, withdrawalBounds({ rules })), fixed: false };
}

export const withdrawalForm: FormDescription<WithdrawalDraft, WithdrawalFacts, Body> = {
  blank: {
    way: 'key',
    key: '',
    keyType: null,
    code: '',
    amount: '',
    reference: '',
    description: '',
    callbackUrl: '',
    metadata: '',
    found: null,
  },
  fields: {
    way: { kind: 'choice', of: ['key', 'code'] },
    key: {
      kind: 'own',
      paste: 'key',
      wire: ['pixKey', 'key', 'pixKeyType', 'keyType'],
      when: ({ way }) => way === 'key',
      fault: (key, { keyType }) => keyError(key, typeInForce(key, keyType)),
    },
    keyType: { kind: 'own', wire: [] },
    code: {
      kind: 'own',
      paste: 'code',
      when: ({ way }) => way === 'code',
      early: 8,
      fault: codeError,
    },
    amount: { kind: 'amount', early: 4, fault: (_, draft, facts) => readWithdrawal(draft, facts).fault },
    reference: { kind: 'own', paste: 'reference', wire: ['clientReference'] },
    description: { kind: 'own' },
    callbackUrl: { kind: 'own', paste: 'address', fault: callbackError },
    metadata: {
      kind: 'own',
      fault: (text) => (readMetadata(text ?? '') === null ? 'metadata_invalid' : null),
    },
    found: { kind: 'own', wire: [] },
  },
  /** Always includes the amount on screen, so that an amount other than the code's is refused. */
  body(draft, facts) {
    const { way, key, keyType, code, reference, description, callbackUrl, found } = draft;
    const lookup = (found?.holder ?? found?.code)?.lookup;
    const metadata = readMetadata(draft.metadata ?? '');
    const type = typeInForce(key, keyType) ?? 'evp';
    return {
      amount: readWithdrawal(draft, facts).cents ?? 0,
      ...(way === 'code' ? { code: codeAsSent(code) } : { pixKey: keyAsSent(key, type), pixKeyType: type }),
      ...given({ clientReference: reference, description, callbackUrl }),
      ...(metadata ? { metadata } : {}),
      ...(lookup === undefined ? {} : { lookup }),
    } as Body;
  },
};
