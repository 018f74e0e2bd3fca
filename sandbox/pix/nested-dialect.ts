import { inSnake } from '../lettered.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
export type Json = any;
export type Converter = (json: Json) => Json;

/** Renames members at one level; the others stay. */
function renamed(json: Json, names: Record<string, string>): Json {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [names[name] ?? name, value]));
}

const INFRACTION = {
  protocol: 'protocolNumber',
  reportedBy: 'reporter',
  reportDetails: 'claimantNote',
  analysisResult: 'decision',
  analysisDetails: 'decisionDetails',
  reportedAt: 'openedAt',
  expiresAt: 'defenseUntil',
  defenseHistory: 'defenses',
};

/** Status values that no document has. */
const STATES: Record<string, string> = { ACKNOWLEDGED: 'UNDER_REVIEW', DEFENDED: 'DEFENSE_SENT' };

export function nestedInfraction(json: Json): Json {
  const status = STATES[json.status] ?? json.status;
  const { defenses, ...out } = renamed({ ...json, status, priority: 'NORMAL' }, INFRACTION);
  return { ...inSnake(out, 'infraction'), ...(defenses && { defenses: defenses.map(defense) }) };
}

function defense(json: Json): Json {
  const files = json.files?.map((file: Json) => renamed(file, { name: 'fileName', mimeType: 'contentType' }));
  const names = { defense: 'text', files: 'attachments', infractionId: 'disputeId' };
  return inSnake(renamed({ ...json, files }, names), 'defense');
}

/** Document 1 names these fields, so only values and additional fields may differ. */
export function nestedTransaction(json: Json): Json {
  const odd = json.type === 'COMMISSION' && /[a-f]$/.test(json.id);
  const out = {
    ...json,
    type: odd ? 'ADJUSTMENT' : json.type,
    refundAmount: json.refundAmount === null ? null : Number(json.refundAmount),
    infraction: json.infraction ? nestedInfraction(json.infraction) : json.infraction,
    tags: [],
    riskScore: null,
  };
  return renamed(out, { Infraction: 'infractions', CallbackLog: 'callbackLogs' });
}

const line = (json: Json) => inSnake(renamedLine(json), 'line');
const renamedLine = (json: Json) =>
  renamed(json, {
    operation: 'direction',
    reason: 'description',
    previousBalanceAvailable: 'availableBefore',
    newBalanceAvailable: 'availableAfter',
    previousBalanceBlocked: 'blockedBefore',
    newBalanceBlocked: 'blockedAfter',
  });

const report = (json: Json) =>
  renamed(
    { ...json, status: json.status === 'RUNNING' ? 'PROCESSING' : json.status, format: 'CSV' },
    { params: 'filters' },
  );

function profile(json: Json): Json {
  const limit =
    json.DailyWithdrawLimit && renamed(json.DailyWithdrawLimit, { limit: 'dailyLimit', used: 'usage' });
  const names = {
    balanceAvailable: 'availableBalance',
    balanceBlocked: 'blockedBalance',
  };
  const { allowDeposit, allowWithdraw, allowInfraction, name, branch, accountNumber, ...rest } = json;
  const { cashInTicketMin, cashInTicketMax, cashOutTicketMin, cashOutTicketMax, ...others } = rest;
  const user = {
    ...renamed(others, names),
    legalName: name,
    account: { number: accountNumber, branch },
    permissions: { deposit: allowDeposit, withdraw: allowWithdraw, infraction: allowInfraction },
    cashIn: { min: cashInTicketMin, max: cashInTicketMax },
    cashOut: { min: cashOutTicketMin, max: cashOutTicketMax },
    kycLevel: 'FULL',
  };
  // Document 1 names this field.
  return { data: { user: { ...inSnake(user, 'user'), DailyWithdrawLimit: limit } } };
}

function key(json: Json): Json {
  const { pixKey, name, document, personType, branch, accountNumber, accountType, ...bank } = json;
  return {
    data: inSnake({
      key: pixKey,
      owner: { name, taxId: document, type: personType },
      account: { branch, number: accountNumber, type: accountType === 'TRAN' ? 'PAYMENT' : accountType },
      bank: { ispb: bank.institutionIspb, code: bank.institutionCode, name: bank.institutionName },
    }),
  };
}

function qrCode(json: Json): Json {
  const { qrCodeType, name, document, txid, pixKey, ...rest } = json;
  const qrFields = {
    type: qrCodeType,
    key: pixKey,
    beneficiary: { name, taxId: document },
    txId: txid,
    ...rest,
  };
  return { data: inSnake(qrFields) };
}

const webhook = (json: Json) =>
  inSnake({ ...renamed(json, { active: 'isActive', hasSecret: 'signed' }), apiVersion: 2 }, 'webhook');
const CALLBACK = { status: 'httpStatus', responseTime: 'durationMs', eventType: 'event', body: 'payload' };
const callback = (json: Json) => inSnake(renamed(json, CALLBACK), 'callback');
/** Some services send an extra empty list next to the rows. */
const extraList = { onHold: [] };
/** Groups sums by status values that no document has, each with a list. */
const SUMS: Record<string, string> = { completed: 'PAID', canceled: 'CANCELLED', pending: 'IN_PROGRESS' };
function sums(block: Json): Json {
  const { statuses, ...rest } = block;
  const byStatus = Object.entries(statuses ?? {}).map(([state, sum]) => ({
    state: SUMS[state] ?? state,
    ...(sum as object),
  }));
  return { ...rest, byStatus };
}
const summary = (json: Json): Json =>
  inSnake(
    Object.fromEntries(
      Object.entries(json).map(([name, block]) => [
        name,
        block !== null && typeof block === 'object' ? sums(block) : block,
      ]),
    ),
  );
const enveloped = (json: Json) => ({ data: json });
const deposit = (json: Json) => inSnake(json, 'deposit');
const one = (json: Json) => ({ data: { transaction: nestedTransaction(json) } });
const single = (json: Json) => ({ data: [nestedTransaction(json)] });
const dispute = (json: Json) => ({ data: { infraction: nestedInfraction(json) } });

/** By route; document 1's own envelopes and names are unchanged everywhere. */
export const NESTED: Record<string, Converter> = {
  'POST /pix': nestedTransaction,
  'GET /pix': nestedTransaction,
  'POST /withdraw': one,
  'POST /withdraw/qrcode': one,
  'GET /withdraw': single,
  'POST /internal-transfer': one,
  'GET /internal-transfer': single,
  'POST /refund/:transactionId': one,
  'GET /pix/key': key,
  'GET /user/dict': key,
  'POST /pix/qrcode/read': qrCode,
  'GET /user': profile,
  'GET /user/balance': (json) => ({
    data: { wallet: inSnake({ available: json.balanceAvailable, blocked: json.balanceBlocked }) },
  }),
  'GET /user/transactions': (json) => ({ ...json, transactions: json.transactions.map(nestedTransaction) }),
  'GET /user/transactions/:id': (json) => ({ data: nestedTransaction(json) }),
  'GET /user/bank-statements': (json) => ({
    data: { ...extraList, statements: json.bankStatements.map(line), pagination: json.pagination },
  }),
  'GET /user/bank-statements/:id': (json) => ({ data: line(json) }),
  'GET /user/deposit-pending': ({ data, ...pagination }) => ({
    data: { ...extraList, deposits: data.map(deposit), pagination },
  }),
  'GET /user/deposit-pending/:id': (json) => ({ data: deposit(json) }),
  'POST /user/report': report,
  'GET /user/report': (json) => ({ data: { ...json, reports: json.reports.map(report) } }),
  'GET /user/report/:id': (json) => ({ data: report(json) }),
  'POST /user/report/:id/download': ({ url, expiresAt }) => ({
    data: { downloadUrl: url, validUntil: expiresAt },
  }),
  'GET /user/summary': (json) => ({ data: { summary: summary(json) } }),
  'GET /user/infractions': (json) => ({
    ...{ ...extraList, ...json },
    infractions: json.infractions.map(nestedInfraction),
  }),
  'GET /user/infractions/:id': dispute,
  'GET /user/infractions/:id/defenses': (json) => ({ data: { defenses: json.map(defense) } }),
  'POST /user/infractions/:id/defenses': (json) => ({ data: { defense: defense(json) } }),
  'GET /user/infractions/:id/defenses/:defenseId': (json) => ({ data: { defense: defense(json) } }),
  'GET /user/callbacks': (json) => ({ ...extraList, ...json, callbacks: json.callbacks.map(callback) }),
  'GET /user/callbacks/:id': (json) => ({ data: { callback: callback(json) } }),
  'POST /user/callbacks/secret': enveloped,
  'PATCH /user/callbacks/secret/rotate': enveloped,
  'POST /user/webhooks': (json) => ({ data: webhook(json) }),
  'GET /user/webhooks': (json) => ({ data: { webhooks: json.webhooks.map(webhook) } }),
  'GET /user/webhooks/:id': (json) => ({ data: webhook(json) }),
  'PATCH /user/webhooks/:id': (json) => ({ data: webhook(json) }),
  'POST /user/webhooks/:id/rotate-secret': enveloped,
};
