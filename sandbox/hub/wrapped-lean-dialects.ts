import { only } from '../lean-dialect.ts';
import { inside, rowsInside, type Writing, wrapped } from '../wrapped-dialect.ts';
import type { Json } from './nested-dialect.ts';

type Converter = (json: Json) => Json;

/** Document 2: amounts in cents; of a line it names the type and originId. */
const WRITING: Writing = { money: (amount) => amount, shown: new Set(['originId']) };
const as = (own: string) => (json: Json) => wrapped(json, WRITING, own);
const within = (own: string) => (json: Json) => inside(own, as(own)(json));
const listed = (own: string) => (json: Json) =>
  rowsInside(own, json.data.map(as(own)), { nextCursor: json.nextCursor });
const payment = within('payment');
const payout = within('withdrawal');
const transfer = within('transfer');

/**
 * By route. The token, the deposit view, the endpoint and the statement's documented names stay as in
 * document 2.
 */
export const WRAPPED: Record<string, Converter> = {
  'POST /transactions/payment': payment,
  'GET /transactions/payment': listed('payment'),
  'GET /transactions/payment/:paymentId': payment,
  'POST /transactions/payment/:paymentId/refund': payment,
  'GET /transactions/deposit/:depositId': (json) => inside('deposit', json),
  'POST /transactions/withdraw': payout,
  'POST /transactions/pix/qr-payments': payout,
  'GET /transactions/withdraw': listed('withdrawal'),
  'GET /transactions/withdraw/:withdrawId': payout,
  'POST /transactions/pix/decode': within('pixCode'),
  'POST /transactions/pix/destination': within('destination'),
  'POST /transactions/internal-transfer': transfer,
  'GET /transactions/internal-transfer': listed('transfer'),
  'GET /transactions/internal-transfer/:transferId': transfer,
  'GET /transactions/pix-keys': (json) => rowsInside('pixKey', json.data.map(as('pixKey'))),
  'POST /transactions/pix-keys': within('pixKey'),
  'PUT /transactions/pix-keys/:pixKeyId/default': within('pixKey'),
  'GET /transactions/balance': within('balances'),
  'GET /transactions/statement': ({ balance, ...json }) => ({ ...listed('line')(json), balance }),
  'GET /transactions/limits': within('limits'),
  'GET /transactions/infractions': listed('infraction'),
  'GET /transactions/infractions/:protocol': within('infraction'),
  'GET /transactions/webhooks': (json) => rowsInside('webhook', json),
  'PUT /transactions/webhooks/:webhookId': (json) => inside('webhook', json),
  'GET /transactions/callback-secret': (json) => inside('callbackSecret', json),
  'POST /transactions/callback-secret': (json) => inside('callbackSecret', json),
  'POST /transactions/callback-secret/rotate': (json) => inside('callbackSecret', json),
};

const leanPayment = only('id status amount externalRef pix.qrCodeText pix.endToEndId createdAt paidAt');
const leanPayout = only('id status amount externalRef createdAt');
const leanTransfer = only('id direction status amount externalRef createdAt');
const leanDispute = only('protocol status endToEndId blockedAmount paymentId depositId reportedAt');
const leanLine = only('id amount trigger originId postedAt');
const leanKey = only('id key type status isDefault');
const leanRows = (one: Converter) => (json: Json) => ({ ...json, data: json.data.map(one) });

export const LEAN: Record<string, Converter> = {
  'POST /transactions/payment': leanPayment,
  'GET /transactions/payment': leanRows(leanPayment),
  'GET /transactions/payment/:paymentId': leanPayment,
  'POST /transactions/withdraw': leanPayout,
  'POST /transactions/pix/qr-payments': leanPayout,
  'GET /transactions/withdraw': leanRows(leanPayout),
  'GET /transactions/withdraw/:withdrawId': leanPayout,
  'POST /transactions/pix/destination': ({ holder, bank }) => ({
    holder: holder.name,
    institution: bank.name,
  }),
  'POST /transactions/internal-transfer': leanTransfer,
  'GET /transactions/internal-transfer': leanRows(leanTransfer),
  'GET /transactions/internal-transfer/:transferId': leanTransfer,
  'GET /transactions/pix-keys': (json) => json.data.map(leanKey),
  'POST /transactions/pix-keys': leanKey,
  'PUT /transactions/pix-keys/:pixKeyId/default': leanKey,
  'GET /transactions/balance': only('available blocked'),
  'GET /transactions/statement': leanRows(leanLine),
  'GET /transactions/infractions': leanRows(leanDispute),
  'GET /transactions/infractions/:protocol': leanDispute,
};
