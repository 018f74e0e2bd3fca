import { readBrCode } from '../world/br-code.ts';
import { Body } from './body.ts';
import { CODE_HOST } from './charges.ts';
import {
  type Common,
  checkBank,
  checkCallback,
  checkFunds,
  checkRate,
  checkTicket,
  commonFields,
  found,
  repeated,
} from './creation.ts';
import { HubError } from './errors.ts';
import type { Payout } from './model.ts';
import type { HubParts, HubReply, HubRequest, HubRoute } from './parts.ts';
import { isKeyOf, isUnknownKey, KEY_TYPES, type KeyType, keyTypeOf } from './people.ts';
import { DATED, page, period } from './query.ts';
import { feeOf } from './settings.ts';
import { withdrawnToday } from './today.ts';
import { payoutJson } from './wire.ts';

type PayoutRequest = {
  operation: Payout['operation'];
  amount: number;
  pixKey: string;
  pixKeyType: string;
  receiverName: string | null;
  comment: string | null;
  common: Common;
  /** Values that a repeated call must send unchanged. */
  print: unknown;
};

function checkPayout(parts: HubParts, { operation, amount }: PayoutRequest): void {
  const kind = operation === 'WITHDRAW' ? 'withdraw' : 'externalPayment';
  checkTicket(kind, amount);
  const { dailyWithdrawLimit: limit } = parts.core.settings;
  const used = withdrawnToday(parts);
  if (limit !== null && used + amount > limit) {
    throw new HubError(422, 'WITHDRAW_DAILY_LIMIT_EXCEEDED', 'Above what is left of the daily limit.', {
      limit,
      used,
    });
  }
  checkFunds(parts, amount + feeOf(kind, amount));
  checkBank(amount);
}

function pay(parts: HubParts, request: HubRequest, requested: PayoutRequest): HubReply {
  const { common, print, ...given } = requested;
  checkRate(parts, request, 'money');
  const { repeat, id } = repeated(parts, request, 'withdraw', common, print);
  const known = id === null ? null : parts.book.payout(id);
  if (known) return { status: 200, json: payoutJson(known) };
  checkCallback(parts, common);
  checkPayout(parts, requested);
  const word = parts.world.nextWord();
  const made = parts.world.run('payout', { word, ...given, ...common, repeat });
  return { status: 201, json: payoutJson(made) };
}

/** Throws when the key has no valid form. 11 digits that are not a CPF count as a mobile phone. */
export function typeOf(key: string, requested: KeyType | null): KeyType {
  const type = requested ?? keyTypeOf(key);
  if (type === null || !isKeyOf(type, key)) {
    throw new HubError(400, 'SCHEMA_INVALID', 'Invalid body.', { pixKey: 'is not a Pix key of this type' });
  }
  return type;
}

/** Reads document 2's pixKey and pixKeyType. */
export function keyFields(body: Body, name = 'pixKey') {
  return { key: body.text(name, 1, 77), type: body.oneOf('pixKeyType', KEY_TYPES) };
}

/** Decodes a code as the network would. */
export function readCode({ book }: HubParts, text: string) {
  const code = readBrCode(text.trim());
  if (!code) throw new HubError(400, 'BR_CODE_INVALID', 'Not a Pix copy-and-paste code.');
  const own = code.url?.startsWith(CODE_HOST) ? book.charge(code.url.slice(CODE_HOST.length)) : null;
  if (own && own.status !== 'PENDING') {
    throw new HubError(422, 'BR_CODE_EXPIRED', 'The code was paid or has expired.');
  }
  return { code, own, key: code.key ?? code.url ?? '' };
}

function byCode(parts: HubParts, request: HubRequest) {
  const body = new Body(request.body);
  const brCode = body.required('brCode', 1024);
  if (brCode !== '' && brCode.length < 8) body.fail('brCode', 'must have 8 to 1024 characters');
  const given = body.cents('amount');
  const comment = body.text('comment', 0, 140);
  const common = commonFields(parts, body);
  body.done();
  const { code, own, key } = readCode(parts, brCode);
  if (own) throw new HubError(422, 'WITHDRAW_SAME_ACCOUNT', 'The code is a charge of this account.');
  const amount = code.amount ?? given;
  if (amount === null) {
    throw new HubError(400, 'SCHEMA_INVALID', 'Invalid body.', {
      amount: 'is required: the code has none',
    });
  }
  if (given !== null && given !== amount) {
    throw new HubError(422, 'BR_CODE_AMOUNT_MISMATCH', 'The code has another amount.', { amount });
  }
  const pixKeyType = keyTypeOf(key) ?? 'EVP';
  const print = { operation: 'EXTERNAL_PAYMENT', amount, brCode };
  const requested = { operation: 'EXTERNAL_PAYMENT', amount, pixKey: key, pixKeyType } as const;
  return pay(parts, request, { ...requested, receiverName: code.name || null, comment, common, print });
}

export function withdrawRoutes(parts: HubParts): HubRoute[] {
  const { book } = parts;

  function byKey(request: HubRequest) {
    const body = new Body(request.body);
    const amount = body.requiredCents('amount');
    const pixKey = body.required('pixKey', 77);
    const { type } = keyFields(body);
    const comment = body.text('comment', 0, 140);
    const common = commonFields(parts, body);
    body.done();
    const pixKeyType = typeOf(pixKey, type);
    const print = { operation: 'WITHDRAW', amount, pixKey };
    return pay(parts, request, {
      operation: 'WITHDRAW',
      amount,
      pixKey,
      pixKeyType,
      receiverName: null,
      comment,
      common,
      print,
    });
  }

  function get({ params }: HubRequest) {
    return {
      status: 200,
      json: payoutJson(found(book.payout(params.withdrawId ?? ''), 'WITHDRAW_NOT_FOUND')),
    };
  }

  function list({ query }: HubRequest) {
    const status = query.oneOf('status', ['REQUESTED', 'CREATED', 'APPROVED', 'CONFIRMED', 'FAILED']);
    const within = period(query);
    const rows = book.payouts.filter(
      (one) => (status === undefined || one.status === status) && within(one.createdAt),
    );
    const { data, nextCursor } = page(rows, query, (one) => one.createdAt);
    return { status: 200, json: { data: data.map(payoutJson), nextCursor } };
  }

  const write = { method: 'POST', scope: 'WITHDRAW', operation: 'WITHDRAW' } as const;
  const read = { method: 'GET', scope: 'WITHDRAW_READ' } as const;
  return [
    { ...write, path: '/transactions/withdraw', handle: byKey },
    { ...write, path: '/transactions/pix/qr-payments', handle: (request) => byCode(parts, request) },
    { ...read, path: '/transactions/withdraw', query: DATED, handle: list },
    { ...read, path: '/transactions/withdraw/:withdrawId', handle: get },
  ];
}

export function checkHolder(key: string): void {
  if (isUnknownKey(key)) throw new HubError(404, 'PIX_KEY_NOT_FOUND', 'Nobody holds this Pix key.');
}
