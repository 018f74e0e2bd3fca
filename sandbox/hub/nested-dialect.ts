import { inSnake } from '../lettered.ts';
import { maskedKey } from './people.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
export type Json = any;
type Converter = (json: Json) => Json;

function renamed(json: Json, names: Record<string, string>): Json {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [names[name] ?? name, value]));
}

const REFUND = { id: 'refundId', createdAt: 'requestedAt', completedAt: 'settledAt' };
const refunds = (list: Json) => list.map((one: Json) => inSnake(renamed(one, REFUND)));

/** Document 2 names PAID and REFUNDED; the other states have this dialect's own names. */
function payment({ pix, refunds: list, customer, payer, ...rest }: Json): Json {
  const status = rest.status === 'PENDING' ? 'WAITING_PAYMENT' : rest.status;
  const out = renamed({ ...rest, status }, { refundedAmount: 'amountRefunded', expiresAt: 'dueAt' });
  return {
    ...out,
    qrCode: { emv: pix.qrCodeText },
    e2e: pix.endToEndId,
    customer: { fullName: customer.name, taxId: customer.document, contact: { email: customer.email } },
    payer: payer ? { fullName: payer.name, taxId: payer.document } : null,
    refundList: refunds(list),
  };
}

/** Document 2's deposit view keeps its names; only fields it does not list may differ. */
function deposit({ refunds: list, payer, ...rest }: Json): Json {
  const paidBy = payer ? { fullName: payer.name, taxId: payer.document } : null;
  return { ...rest, paidBy, refundList: refunds(list) };
}

const STATES: Record<string, string> = { APPROVED: 'SENDING', CONFIRMED: 'COMPLETED', REQUESTED: 'QUEUED' };

function payout({ receiver, pixKey, pixKeyType, ...rest }: Json): Json {
  const status = STATES[rest.status] ?? rest.status;
  const operation = rest.operation === 'EXTERNAL_PAYMENT' ? 'BR_CODE_PAYMENT' : rest.operation;
  const names = { serviceFee: 'fee', totalDebited: 'total', endToEndId: 'e2e', failureReason: 'reason' };
  return inSnake({
    ...renamed({ ...rest, status, operation }, names),
    destination: {
      key: maskedKey(pixKey),
      keyType: pixKeyType,
      owner: receiver.name,
      taxId: receiver.document,
    },
  });
}

function transfer({ counterparty, pixKey, ...rest }: Json): Json {
  const type = rest.direction === 'SENT' ? 'OUT' : 'IN';
  const names = { direction: 'side', comment: 'message', failureReason: 'reason' };
  return inSnake(renamed({ ...rest, type, other: { ...counterparty, key: maskedKey(pixKey) } }, names));
}

function dispute(json: Json): Json {
  const status = json.status === 'ACKNOWLEDGED' ? 'UNDER_REVIEW' : json.status;
  const names = {
    reportDetails: 'claimantNote',
    analysisResult: 'decision',
    analysisDetails: 'decisionDetails',
    reportedAt: 'openedAt',
    dueAt: 'defenseUntil',
    blockedAmount: 'amountBlocked',
    endToEndId: 'e2e',
  };
  return inSnake(renamed({ ...json, status, priority: 'NORMAL' }, names), 'dispute');
}

/** Document 2 names the line types, originId, nextCursor and balance. */
function line({ counterparty, trigger, ...rest }: Json): Json {
  const out = renamed(rest, { balanceAfter: 'runningBalance', gross: 'grossAmount', fee: 'serviceFee' });
  const { name, document, pixKey } = counterparty;
  const { originId, id, ...others } = out;
  const status = rest.status === 'COMPLETED' ? 'SETTLED' : rest.status;
  const party = { name, taxId: document, key: pixKey };
  return { ...inSnake({ id, ...others, status, party }, 'line'), type: trigger, originId };
}

const key = (json: Json) =>
  inSnake(
    renamed({ ...json, type: json.type.toLowerCase() }, { key: 'pixKey', isDefault: 'default' }),
    'pixKey',
  );
const endpoint = (json: Json) => ({ ...json, apiVersion: 2, description: null });

function destination({ pixKey, pixKeyType, holder, bank, ...rest }: Json): Json {
  return {
    data: inSnake({
      ...rest,
      key: pixKey,
      keyType: pixKeyType,
      owner: { name: holder.name, taxId: holder.document },
      institution: { name: bank.name, ispb: bank.ispb },
    }),
  };
}

function balance({ available, blocked, total }: Json): Json {
  return { data: { availableBalance: available, blockedBalance: blocked, totalBalance: total } };
}

const enveloped = (of: Converter) => (json: Json) => ({ data: of(json) });
const listed = (name: string, of: Converter) => (json: Json) => ({
  archived: [],
  [name]: json.data.map(of),
  nextCursor: json.nextCursor,
});
const same = (json: Json) => json;

/**
 * By route. The token, the deposit view, the endpoint and the statement's documented names stay as in
 * document 2.
 */
export const NESTED: Record<string, Converter> = {
  'POST /transactions/payment': enveloped(payment),
  'GET /transactions/payment': listed('payments', payment),
  'GET /transactions/payment/:paymentId': enveloped(payment),
  'POST /transactions/payment/:paymentId/refund': (json) => ({
    data: { refund: refunds(json.refunds).at(-1), payment: payment(json) },
  }),
  'POST /transactions/deposit/:depositId/refund': deposit,
  'GET /transactions/deposit/:depositId': enveloped(deposit),
  'POST /transactions/withdraw': enveloped(payout),
  'POST /transactions/pix/qr-payments': enveloped(payout),
  'GET /transactions/withdraw': listed('withdrawals', payout),
  'GET /transactions/withdraw/:withdrawId': enveloped(payout),
  'POST /transactions/pix/decode': enveloped(same),
  'POST /transactions/pix/destination': destination,
  'POST /transactions/internal-transfer': enveloped(transfer),
  'GET /transactions/internal-transfer': listed('transfers', transfer),
  'GET /transactions/internal-transfer/:transferId': enveloped(transfer),
  'GET /transactions/pix-keys': (json) => json.data.map(key),
  'POST /transactions/pix-keys': enveloped(key),
  'PUT /transactions/pix-keys/:pixKeyId/default': enveloped(key),
  'GET /transactions/balance': balance,
  'GET /transactions/statement': (json) => ({
    holds: [],
    entries: json.data.map(line),
    nextCursor: json.nextCursor,
    balance: json.balance,
  }),
  'GET /transactions/limits': enveloped(same),
  'GET /transactions/metrics': enveloped(same),
  'GET /transactions/infractions': listed('infractions', dispute),
  'GET /transactions/infractions/:protocol': enveloped(dispute),
  'GET /transactions/webhooks': (json) => ({ data: json.map(endpoint) }),
  'POST /transactions/webhooks': endpoint,
  'PUT /transactions/webhooks/:webhookId': enveloped(endpoint),
  'GET /transactions/callback-secret': (json) => ({ data: { hasSecret: json.exists } }),
  'POST /transactions/callback-secret': (json) => ({ data: { callbackSecret: json.secret } }),
  'POST /transactions/callback-secret/rotate': (json) => ({ data: { callbackSecret: json.secret } }),
};
