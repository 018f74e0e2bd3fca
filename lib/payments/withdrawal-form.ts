import type { Answer } from '#lib/api/client.ts';
import type { InputOf } from '#lib/api/endpoint.ts';
import { type FormDescription, given } from '#lib/core/form.ts';
import { readAmount } from '#lib/core/money.ts';
import { type PixKeyKind, pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { callbackFault, codeAsSent, codeFault, keyAsSent, keyFault, readMetadata } from './field-rules.ts';
import type { PaymentRules } from './queries.ts';

type Body = InputOf<Endpoints['POST /withdrawals' | 'POST /withdrawals/qr-code'], 'body'>;
export type HolderAnswer = Answer<'POST /pix-keys/lookup'>;
export type CodeAnswer = Answer<'POST /pix-qr-codes/decode'>;
/** The receiver that a look-up found; `of` marks the key or code that it was found by. */
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
  /** The receiver found for this key or code; kept, so that a reload asks the same with the same key. */
  found: Receiver | null;
};
/** The fields that a receiver is looked up by, and the receiver found. */
export type Sought = Pick<WithdrawalDraft, 'way' | 'key' | 'keyType' | 'code' | 'found'>;
/** The account's payment rules, and the time; epoch ms. */
export type WithdrawalFacts = { rules: PaymentRules | undefined; now: number };

const HOLDS_MS = 10 * 60_000;

/** The type that holds: the operator's word, else the only one the key can be. */
export function typeInForce(key: string, chosen: PixKeyKind | null): PixKeyKind | null {
  if (chosen !== null) return chosen;
  const possible = pixKeyKinds(key);
  return possible.length === 1 ? (possible[0] ?? null) : null;
}

/** Marks the key or code of a look-up; its receiver holds for that alone. Null while nothing can be asked. */
export function receiverMark({ way, key, keyType, code }: Sought): string | null {
  if (way === 'code') return `code:${codeAsSent(code)}`;
  const type = typeInForce(key, keyType);
  return type === null ? null : `${type}:${keyAsSent(key, type)}`;
}

/** The receiver that was found, while it is the one of what stands in the form, and not older than ten minutes. */
export function receiverInForce(draft: Sought, now: number): Receiver | null {
  const { found } = draft;
  if (found === null || now - Date.parse(found.at) > HOLDS_MS) return null;
  return found.of === receiverMark(draft) ? found : null;
}

/** The amount (cents) that a decoded code asks; fixed unless the provider says that it may be changed. */
export function asksOf(receiver: Receiver | null): { amount: number | null; fixed: boolean } | null {
  const code = receiver?.code?.code;
  if (code === undefined) return null;
  return { amount: code.amount, fixed: code.amount !== null && code.amountEditable !== true };
}

/** The amount that the code asks, while its reading is in force. */
export const shouldRequestNow = (sought: Sought, now: number) =>
  sought.way === 'code' ? asksOf(receiverInForce(sought, now)) : null;

export const withdrawalBounds = ({ rules }: Pick<WithdrawalFacts, 'rules'>) => ({
  min: rules?.withdrawal.min ?? null,
  max: rules?.withdrawal.max ?? null,
});

/** The amount in cents once it can be read; the code's where that is fixed. */
export function readWithdrawal(draft: WithdrawalDraft, { rules, now }: WithdrawalFacts) {
  const asks = shouldRequestNow(draft, now);
  if (asks?.fixed) return { cents: asks.amount, fault: null, fixed: true };
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
      fault: (key, { keyType }) => keyFault(key, typeInForce(key, keyType)),
    },
    keyType: { kind: 'own', wire: [] },
    code: {
      kind: 'own',
      paste: 'code',
      when: ({ way }) => way === 'code',
      early: 8,
      fault: codeFault,
    },
    amount: { kind: 'amount', early: 4, fault: (_, draft, facts) => readWithdrawal(draft, facts).fault },
    reference: { kind: 'own', paste: 'reference', wire: ['clientReference'] },
    description: { kind: 'own' },
    callbackUrl: { kind: 'own', paste: 'address', fault: callbackFault },
    metadata: {
      kind: 'own',
      fault: (text) => (readMetadata(text ?? '') === null ? 'metadata_invalid' : null),
    },
    found: { kind: 'own', wire: [] },
  },
  /** The amount that is on screen always goes along: another one than the code's is refused. */
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
