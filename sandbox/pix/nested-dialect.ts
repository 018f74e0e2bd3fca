// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
export type Json = any;
export type Speaker = (json: Json) => Json;

/** Other names at one level; what is not named stays. */
function renamed(json: Json, names: Record<string, string>): Json {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [names[name] ?? name, value]));
}

const INFRACTION = {
  protocol: 'protocolNumber',
  reportedBy: 'reporter',
  reportDetails: 'details',
  analysisResult: 'result',
  analysisDetails: 'resultDetails',
  reportedAt: 'openedAt',
  expiresAt: 'deadline',
  defenseHistory: 'defenses',
};

export function nestedInfraction(json: Json): Json {
  const status = json.status === 'ACKNOWLEDGED' ? 'UNDER_REVIEW' : json.status;
  const out = renamed({ ...json, status, priority: 'NORMAL' }, INFRACTION);
  return out.defenses ? { ...out, defenses: out.defenses.map(defense) } : out;
}

function defense(json: Json): Json {
  const files = json.files?.map((file: Json) => renamed(file, { name: 'fileName', mimeType: 'contentType' }));
  return renamed({ ...json, files }, { defense: 'text', files: 'attachments', infractionId: 'disputeId' });
}

/** Document 1 names these fields: only values and additions may differ. */
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

const line = (json: Json) =>
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
    accountNumber: 'account',
  };
  return { data: { ...renamed(json, names), DailyWithdrawLimit: limit, kycLevel: 'FULL' } };
}

function key(json: Json): Json {
  const { pixKey, name, document, personType, branch, accountNumber, accountType, ...bank } = json;
  return {
    data: {
      key: pixKey,
      owner: { name, taxId: document, type: personType },
      account: { branch, number: accountNumber, type: accountType === 'TRAN' ? 'PAYMENT' : accountType },
      bank: { ispb: bank.institutionIspb, code: bank.institutionCode, name: bank.institutionName },
    },
  };
}

function qrCode(json: Json): Json {
  const { qrCodeType, name, document, txid, pixKey, ...rest } = json;
  return {
    data: { type: qrCodeType, key: pixKey, beneficiary: { name, taxId: document }, txId: txid, ...rest },
  };
}

const webhook = (json: Json) => ({
  ...renamed(json, { active: 'isActive', hasSecret: 'signed' }),
  apiVersion: 2,
});
const callback = (json: Json) =>
  renamed(json, {
    status: 'statusCode',
    responseTime: 'responseTimeMs',
    eventType: 'event',
    body: 'payload',
  });
const enveloped = (json: Json) => ({ data: json });
const one = (json: Json) => ({ data: { transaction: nestedTransaction(json) } });
const single = (json: Json) => ({ data: [nestedTransaction(json)] });
const dispute = (json: Json) => ({ data: { infraction: nestedInfraction(json) } });

/** By route; document 1's own envelopes and names are kept everywhere. */
export const NESTED: Record<string, Speaker> = {
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
    data: { available: json.balanceAvailable, blocked: json.balanceBlocked },
  }),
  'GET /user/transactions': (json) => ({ ...json, transactions: json.transactions.map(nestedTransaction) }),
  'GET /user/transactions/:id': (json) => ({ data: nestedTransaction(json) }),
  'GET /user/bank-statements': (json) => ({
    data: { statements: json.bankStatements.map(line), pagination: json.pagination },
  }),
  'GET /user/bank-statements/:id': (json) => ({ data: line(json) }),
  'GET /user/deposit-pending': ({ data, ...pagination }) => ({ data: { deposits: data, pagination } }),
  'GET /user/deposit-pending/:id': enveloped,
  'POST /user/report': report,
  'GET /user/report': (json) => ({ data: { ...json, reports: json.reports.map(report) } }),
  'GET /user/report/:id': (json) => ({ data: report(json) }),
  'POST /user/report/:id/download': ({ url, expiresAt }) => ({
    data: { downloadUrl: url, validUntil: expiresAt },
  }),
  'GET /user/summary': enveloped,
  'GET /user/infractions': (json) => ({ ...json, infractions: json.infractions.map(nestedInfraction) }),
  'GET /user/infractions/:id': dispute,
  'GET /user/infractions/:id/defenses': (json) => ({ data: { defenses: json.map(defense) } }),
  'POST /user/infractions/:id/defenses': (json) => ({ data: { defense: defense(json) } }),
  'GET /user/infractions/:id/defenses/:defenseId': (json) => ({ data: { defense: defense(json) } }),
  'GET /user/callbacks': (json) => ({ ...json, callbacks: json.callbacks.map(callback) }),
  'GET /user/callbacks/:id': (json) => ({ data: { callback: callback(json) } }),
  'POST /user/callbacks/secret': enveloped,
  'PATCH /user/callbacks/secret/rotate': enveloped,
  'POST /user/webhooks': (json) => ({ data: webhook(json) }),
  'GET /user/webhooks': (json) => ({ data: { webhooks: json.webhooks.map(webhook) } }),
  'GET /user/webhooks/:id': (json) => ({ data: webhook(json) }),
  'PATCH /user/webhooks/:id': (json) => ({ data: webhook(json) }),
  'POST /user/webhooks/:id/rotate-secret': enveloped,
};
