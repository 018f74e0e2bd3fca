import { invalid } from './errors.ts';
import { inSnake } from './lettered.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
type Json = any;
type Converter = (json: Json) => Json;

/** Formats an amount as text without its sign; a separate field holds the direction. */
const unsigned = (amount: number, places: number) => Math.abs(amount).toFixed(places);

function pixLine({ id, amount, operation, transactionId, reason, ...rest }: Json): Json {
  const { previousBalanceAvailable: before, newBalanceAvailable: after, createdAt, balanceType } = rest;
  return {
    line_id: id,
    value: unsigned(amount, 2),
    type: operation === 'DECREMENT' ? 'DEBIT' : 'CREDIT',
    description: reason,
    transaction_id: transactionId,
    balanceType,
    previousBalance: String(before),
    balanceAfter: String(after),
    occurred_at: createdAt,
  };
}

const person = ({ name, document, institution }: Record<string, unknown>) => ({
  holder: { name, taxId: document },
  bank: { name: institution },
});

function pixDeposit({ id, amount, payerName, payerDocument, payerInstitutionName, ...rest }: Json): Json {
  const { status, endToEndId, createdAt, pixKey } = rest;
  const payer = person({ name: payerName, document: payerDocument, institution: payerInstitutionName });
  return {
    deposit_id: id,
    value: unsigned(amount, 2),
    payer,
    status,
    endToEndId,
    pixKey,
    received_at: createdAt,
  };
}

/** Document 2 names only the type, originId, nextCursor and balance of the Hub's statement lines. */
function hubLine({
  id,
  amount,
  gross,
  fee,
  trigger,
  originId,
  balanceAfter,
  counterparty,
  ...rest
}: Json): Json {
  return {
    line_id: id,
    netAmount: unsigned(amount, 0),
    grossAmount: gross,
    fee,
    direction: amount < 0 ? 'OUT' : 'IN',
    type: trigger,
    originId,
    balanceAfter: String(balanceAfter),
    party: { holder: { name: counterparty.name, document: counterparty.document }, key: counterparty.pixKey },
    posted_at: rest.postedAt,
  };
}

const withdrawal = ({ id, amount, receiver, pixKey, status, createdAt, ...rest }: Json): Json => ({
  withdraw_id: id,
  value: String(amount),
  beneficiary: { holder: { name: receiver.name, document: receiver.document }, key: pixKey },
  status,
  externalRef: rest.externalRef,
  endToEndId: rest.endToEndId,
  created_at: createdAt,
});

/**
 * The response to a new withdrawal differs from the list: it has its own envelope and names amounts in cents.
 */
const paid = ({ id, amount, receiver, pixKey, status, createdAt, ...rest }: Json): Json => ({
  success: true,
  result: {
    withdrawal: inSnake({
      withdrawalId: id,
      amountInCents: amount,
      tariff: rest.serviceFee,
      total: rest.totalDebited,
      situation: status,
      recipient: { holder: { fullName: receiver.name, taxId: receiver.document }, dictKey: pixKey },
      externalReference: rest.externalRef,
      e2eId: rest.endToEndId,
      requestedAt: createdAt,
    }),
  },
  errors: [],
});

const bareTransfer = ({ id, amount, direction, status, counterparty, createdAt, ...rest }: Json): Json => ({
  data: {
    id,
    attributes: inSnake({
      amountCents: amount,
      flow: direction === 'SENT' ? 'OUT' : 'IN',
      transferStatus: status,
      otherParty: { legalName: counterparty.name, cpfCnpj: counterparty.document },
      remark: rest.comment,
      externalReference: rest.externalRef,
      created: createdAt,
    }),
  },
});

/** Document 2 shows no response to a refund. This one holds the refund alone, in other field names. */
const bareRefund = ({ refunds }: Json): Json => {
  const { id, amount, status, createdAt } = refunds.at(-1);
  return { refund: inSnake({ uuid: id, refundAmount: amount, state: status, requestedAt: createdAt }) };
};

/** A charge whose code, payer and state have other names and are nested one level down. */
const charge = ({ id, amount, status, pix, customer, createdAt, externalRef, ...rest }: Json): Json =>
  inSnake({
    chargeId: id,
    chargeAmount: amount,
    state: status === 'PENDING' ? 'AWAITING_PAYMENT' : status,
    qrCode: { copyAndPaste: pix?.qrCodeText },
    payer: { fullName: customer?.name, taxId: customer?.document },
    externalReference: externalRef,
    fees: rest.serviceFee,
    creationDate: createdAt,
  });

/** Status values and fields of a dispute that document 2 does not show. */
const WORDS: Record<string, string> = {
  ...{ DEFENDED: 'DEFENSE_SENT', ANSWERED: 'ANSWER_RECEIVED', WAITING_PSP: 'IN_ANALYSIS' },
  ...{ CLOSED: 'FINISHED', CANCELLED: 'WITHDRAWN_BY_CLAIMANT' },
};
const dispute = ({
  protocol,
  status,
  blockedAmount,
  reportedAt,
  dueAt,
  reportDetails,
  ...rest
}: Json): Json =>
  inSnake({
    infractionProtocol: protocol,
    situation: WORDS[status] ?? status,
    disputedAmount: blockedAmount,
    openingDate: reportedAt,
    answerUntil: dueAt,
    claimantNote: reportDetails,
    verdict: rest.analysisResult,
    e2eId: rest.endToEndId,
    category: rest.type,
  });

/** Some services send an extra empty list next to the rows. */
const extraList = { blocks: [] };

export const BARE_PIX: Record<string, Converter> = {
  'GET /user/bank-statements': (json) => ({
    ...extraList,
    pagination: json.pagination,
    statements: json.bankStatements.map(pixLine),
  }),
  'GET /user/bank-statements/:id': pixLine,
  'GET /user/deposit-pending': ({ data, ...pagination }) => ({
    ...extraList,
    pagination,
    deposits: data.map(pixDeposit),
  }),
  'GET /user/deposit-pending/:id': pixDeposit,
  // Document 1 shows a job without its order parameters.
  'POST /user/report': ({ params: _, ...job }) => job,
};

export const BARE_HUB: Record<string, Converter> = {
  'POST /transactions/payment': (json) => ({ charge: charge(json) }),
  'GET /transactions/payment': ({ data, ...page }) => ({ ...extraList, ...page, charges: data.map(charge) }),
  'GET /transactions/payment/:paymentId': (json) => ({ charge: charge(json) }),
  'POST /transactions/payment/:paymentId/refund': bareRefund,
  'POST /transactions/withdraw': paid,
  'POST /transactions/pix/qr-payments': paid,
  'GET /transactions/withdraw/:withdrawId': paid,
  'POST /transactions/internal-transfer': bareTransfer,
  'GET /transactions/internal-transfer/:transferId': bareTransfer,
  'GET /transactions/infractions': ({ data, ...page }) => ({
    ...extraList,
    ...page,
    cases: data.map(dispute),
  }),
  'GET /transactions/balance': ({ available, blocked }) => ({
    wallet: inSnake({ availableAmount: available, onHold: blocked }),
  }),
  'GET /transactions/statement': ({ data, ...page }) => ({
    ...extraList,
    ...page,
    entries: data.map(hubLine),
  }),
  'GET /transactions/withdraw': ({ data, ...page }) => ({
    ...extraList,
    ...page,
    withdrawals: data.map(withdrawal),
  }),
};

/**
 * Lists whose filters document 1 does not show. Only paging works, plus the date window where it is required.
 */
const UNFILTERED: Record<string, readonly string[]> = {
  'GET /user/bank-statements': ['createdAtFrom', 'createdAtTo'],
  'GET /user/deposit-pending': [],
  'GET /user/callbacks': [],
};
export function toPlainQuery(route: string, query: URLSearchParams): URLSearchParams {
  const allowed = UNFILTERED[route];
  if (allowed === undefined) return query;
  return new URLSearchParams([...query].filter(([name]) => ['page', 'limit', ...allowed].includes(name)));
}

/**
 * Document 1 requires a date window for a resend by filter but does not name its ends. This dialect uses
 * dateFrom and dateTo.
 */
export function parseBareRequest(path: string, body: unknown): unknown {
  if (path !== '/user/callbacks/resend' || typeof body !== 'object' || body === null) return body;
  const { dateFrom, dateTo, ...rest } = body as Record<string, unknown>;
  const unknown = ['createdAtFrom', 'createdAtTo'].find((name) => name in rest);
  if (unknown !== undefined) throw invalid(unknown, `property ${unknown} should not exist`);
  if (dateFrom === undefined) throw invalid('dateFrom', 'dateFrom é obrigatório.');
  return { ...rest, createdAtFrom: dateFrom, createdAtTo: dateTo };
}
