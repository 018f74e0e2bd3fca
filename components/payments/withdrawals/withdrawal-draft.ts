import type { InputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import type { PaymentRules } from '#lib/payments/queries.ts';
import {
  callbackFault,
  type Fault,
  keyAsSent,
  keyFault,
  type PixKeyType,
  readAmount,
} from '#lib/payments/rules.ts';
import { typeInForce } from '../fields/key-field.tsx';
import { codeMark, keyMark, type Receiver } from './use-receiver.ts';

export type KeyBody = InputOf<Endpoints['POST /withdrawals'], 'body'>;
export type CodeBody = InputOf<Endpoints['POST /withdrawals/qr-code'], 'body'>;

export type WithdrawalDraft = {
  way: 'key' | 'code';
  key: string;
  keyType: PixKeyType | null;
  code: string;
  amount: string;
  reference: string;
  description: string;
  callbackUrl: string;
  /** Who was found for this key or code: kept with it, so that a reload asks the same thing with the same key. */
  found: Receiver | null;
};
export const BLANK_WITHDRAWAL: WithdrawalDraft = {
  way: 'key',
  key: '',
  keyType: null,
  code: '',
  amount: '',
  reference: '',
  description: '',
  callbackUrl: '',
  found: null,
};

const HOLDS_MS = 10 * 60_000;

/** What a code asks: its amount in cents, and whether the payer may name another. */
export type CodeAsks = { amount: number | null; fixed: boolean };

export type WithdrawalFaults = { receiver: Fault; amount: Fault; callbackUrl: Fault };

/** The receiver that was found, while it is the one of what stands in the form, and not older than ten minutes. */
export function receiverInForce(draft: WithdrawalDraft, now: number): Receiver | null {
  const { found } = draft;
  if (found === null || now - Date.parse(found.at) > HOLDS_MS) return null;
  const type = typeInForce(draft.key, draft.keyType);
  const mark = draft.way === 'code' ? codeMark(draft.code) : type === null ? null : keyMark(draft.key, type);
  return found.of === mark ? found : null;
}

/** What a decoded code asks; an amount of which nothing is said may not be changed. */
export function asksOf(receiver: Receiver | null): CodeAsks | null {
  const code = receiver?.code?.code;
  if (code === undefined) return null;
  return { amount: code.amount, fixed: code.amount !== null && code.amountEditable !== true };
}

/** What is wrong with each field; the amount is the code's where that is fixed. */
export function judgeWithdrawal(
  draft: WithdrawalDraft,
  rules: PaymentRules | undefined,
  asks: CodeAsks | null,
) {
  const bounds = { min: rules?.withdrawal.min ?? null, max: rules?.withdrawal.max ?? null };
  const byCode = draft.way === 'code';
  const read = readAmount(draft.amount, bounds);
  const fixed = byCode && asks?.fixed === true;
  const cents = fixed ? asks.amount : read.cents;
  const type = typeInForce(draft.key, draft.keyType);
  const faults: WithdrawalFaults = {
    receiver: byCode ? (draft.code.trim().length < 8 ? 'required' : null) : keyFault(draft.key, type),
    amount: fixed ? null : read.fault,
    callbackUrl: callbackFault(draft.callbackUrl),
  };
  return { bounds, cents, type, fixed, faults, good: Object.values(faults).every((one) => one === null) };
}

function shared(draft: WithdrawalDraft) {
  const lookup = (draft.found?.holder ?? draft.found?.code)?.lookup;
  const some = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() });
  return {
    ...some('clientReference', draft.reference),
    ...some('description', draft.description),
    ...some('callbackUrl', draft.callbackUrl),
    ...(lookup === undefined ? {} : { lookup }),
  };
}

export function keyBody(draft: WithdrawalDraft, amount: number, type: PixKeyType): KeyBody {
  return { amount, pixKey: keyAsSent(draft.key, type), pixKeyType: type, ...shared(draft) };
}

/** The amount that is on screen always goes along: another one is refused. */
export function codeBody(draft: WithdrawalDraft, amount: number): CodeBody {
  return { code: draft.code.trim(), amount, ...shared(draft) };
}
