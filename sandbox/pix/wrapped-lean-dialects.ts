import { only } from '../lean-dialect.ts';
import { inside, rowsInside, type Writing, wrapped } from '../wrapped-dialect.ts';
import type { Converter, Json } from './nested-dialect.ts';

/** Document 1: decimals. No field that it leaves open keeps its name. */
const WRITING: Writing = { money: (amount) => amount.toFixed(2), shown: new Set() };
const as = (own: string) => (json: Json) => wrapped(json, WRITING, own);
const within = (own: string) => (json: Json) => inside(own, as(own)(json));
/** Document 1's Transaction keeps its names and values; only its envelope is open. */
const transaction = (json: Json) => inside('transaction', json);
const [line, deposit, dispute, defense, callback, webhook] = [
  'statementEntry',
  'pendingDeposit',
  'dispute',
  'defense',
  'delivery',
  'webhook',
].map(as) as [Converter, Converter, Converter, Converter, Converter, Converter];

/** By route; envelopes and names that document 1 shows are unchanged. */
export const WRAPPED: Record<string, Converter> = {
  'POST /withdraw': transaction,
  'POST /withdraw/qrcode': transaction,
  'GET /withdraw': (json) => rowsInside('transaction', [json]),
  'POST /internal-transfer': transaction,
  'GET /internal-transfer': (json) => rowsInside('transaction', [json]),
  'POST /refund/:transactionId': transaction,
  'GET /pix/key': within('holder'),
  'GET /user/dict': within('holder'),
  'POST /pix/qrcode/read': within('pixCode'),
  'GET /user': ({ DailyWithdrawLimit: limit, ...json }) =>
    inside('profile', { ...as('user')(json), DailyWithdrawLimit: as('')(limit) }),
  'GET /user/balance': within('balances'),
  'GET /user/transactions/:id': transaction,
  'GET /user/bank-statements': ({ bankStatements, pagination }) =>
    rowsInside('entry', bankStatements.map(line), { pagination }),
  'GET /user/bank-statements/:id': (json) => inside('entry', line(json)),
  'GET /user/deposit-pending': ({ data, ...pagination }) =>
    rowsInside('deposit', data.map(deposit), { pagination }),
  'GET /user/deposit-pending/:id': (json) => inside('deposit', deposit(json)),
  'GET /user/infractions': (json) => ({ removed: [], ...json, infractions: json.infractions.map(dispute) }),
  'GET /user/infractions/:id': (json) => inside('infraction', dispute(json)),
  'GET /user/infractions/:id/defenses': (json) => rowsInside('defense', json.map(defense)),
  'POST /user/infractions/:id/defenses': (json) => inside('defense', defense(json)),
  'GET /user/callbacks': (json) => ({ removed: [], ...json, callbacks: json.callbacks.map(callback) }),
  'GET /user/callbacks/:id': (json) => inside('callback', callback(json)),
  'GET /user/webhooks': (json) => rowsInside('webhook', json.webhooks.map(webhook)),
  'POST /user/webhooks': within('webhook'),
  'GET /user/webhooks/:id': within('webhook'),
  'PATCH /user/webhooks/:id': within('webhook'),
  'POST /user/webhooks/:id/rotate-secret': (json) => inside('webhook', json),
  'POST /user/callbacks/secret': (json) => inside('callbackSecret', json),
  'PATCH /user/callbacks/secret/rotate': (json) => inside('callbackSecret', json),
};

const leanLine = ({ amount, operation, ...json }: Json) =>
  only('id amount transactionId createdAt')({
    ...json,
    amount: operation === 'DECREMENT' ? -amount : amount,
  });
const leanDeposit = only('id amount status createdAt');
const leanDispute = only('id status transaction.id transaction.amount reportedAt');
const leanDefense = only('id defense status');
const leanCallback = only('id transactionId status eventType createdAt');
const leanWebhook = only('id url events');

export const LEAN: Record<string, Converter> = {
  'GET /pix/key': only('name institutionName'),
  'POST /pix/qrcode/read': only('qrCodeType name amount pixKey url'),
  'GET /user': only('accountNumber name DailyWithdrawLimit.limit DailyWithdrawLimit.used'),
  'GET /user/balance': only('balanceAvailable balanceBlocked'),
  'GET /user/bank-statements': ({ bankStatements, pagination }) => ({
    pagination,
    bankStatements: bankStatements.map(leanLine),
  }),
  'GET /user/bank-statements/:id': leanLine,
  'GET /user/deposit-pending': ({ data, hasNextPage }) => ({ hasNextPage, data: data.map(leanDeposit) }),
  'GET /user/deposit-pending/:id': leanDeposit,
  'GET /user/infractions': (json) => ({ ...json, infractions: json.infractions.map(leanDispute) }),
  'GET /user/infractions/:id': leanDispute,
  'GET /user/infractions/:id/defenses': (json) => json.map(leanDefense),
  'POST /user/infractions/:id/defenses': leanDefense,
  'GET /user/callbacks': (json) => ({ ...json, callbacks: json.callbacks.map(leanCallback) }),
  'GET /user/callbacks/:id': leanCallback,
  'GET /user/webhooks': (json) => json.webhooks.map(leanWebhook),
  'GET /user/webhooks/:id': leanWebhook,
  'PATCH /user/webhooks/:id': leanWebhook,
};
