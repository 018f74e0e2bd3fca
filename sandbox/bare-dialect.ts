import { invalid } from './errors.ts';
import { inSnake } from './lettered.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
type Json = any;
type Speaker = (json: Json) => Json;

/** An amount without its sign, written as text: the direction stands in a field of its own. */
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

/** Of the Hub's lines document 2 names the types, originId, nextCursor and balance. */
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

/** Answer to a change, spelled unlike the list: an envelope of its own, cents named as such. */
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

const moved = ({ id, amount, direction, status, counterparty, createdAt, ...rest }: Json): Json => ({
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

/** Of a refund document 2 shows no answer: the refund alone, its own amount under a payment's word for all of them. */
const givenBack = ({ refunds }: Json): Json => {
  const { id, amount, status, createdAt } = refunds.at(-1);
  return { refund: inSnake({ uuid: id, refundAmount: amount, state: status, requestedAt: createdAt }) };
};

/** A charge whose code, payer and state stand under other words, one level down. */
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

/** Words and fields of a dispute that document 2 does not show. */
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

/** An empty list of something else beside the rows, as services have them. */
const beside = { blocks: [] };

export const BARE_PIX: Record<string, Speaker> = {
  'GET /user/bank-statements': (json) => ({
    ...beside,
    pagination: json.pagination,
    statements: json.bankStatements.map(pixLine),
  }),
  'GET /user/bank-statements/:id': pixLine,
  'GET /user/deposit-pending': ({ data, ...pagination }) => ({
    ...beside,
    pagination,
    deposits: data.map(pixDeposit),
  }),
  'GET /user/deposit-pending/:id': pixDeposit,
  // Document 1 shows a job without what was ordered.
  'POST /user/report': ({ params: _, ...job }) => job,
};

export const BARE_HUB: Record<string, Speaker> = {
  'POST /transactions/payment': (json) => ({ charge: charge(json) }),
  'GET /transactions/payment': ({ data, ...page }) => ({ ...beside, ...page, charges: data.map(charge) }),
  'GET /transactions/payment/:paymentId': (json) => ({ charge: charge(json) }),
  'POST /transactions/payment/:paymentId/refund': givenBack,
  'POST /transactions/withdraw': paid,
  'POST /transactions/pix/qr-payments': paid,
  'GET /transactions/withdraw/:withdrawId': paid,
  'POST /transactions/internal-transfer': moved,
  'GET /transactions/internal-transfer/:transferId': moved,
  'GET /transactions/infractions': ({ data, ...page }) => ({ ...beside, ...page, cases: data.map(dispute) }),
  'GET /transactions/balance': ({ available, blocked }) => ({
    wallet: inSnake({ availableAmount: available, onHold: blocked }),
  }),
  'GET /transactions/statement': ({ data, ...page }) => ({ ...beside, ...page, entries: data.map(hubLine) }),
  'GET /transactions/withdraw': ({ data, ...page }) => ({
    ...beside,
    ...page,
    withdrawals: data.map(withdrawal),
  }),
};

/** Lists whose filters document 1 does not show: all but their paging, and the window without which there is no answer. */
const UNFILTERED: Record<string, readonly string[]> = {
  'GET /user/bank-statements': ['createdAtFrom', 'createdAtTo'],
  'GET /user/deposit-pending': [],
  'GET /user/callbacks': [],
};
export function heardBareQuery(route: string, query: URLSearchParams): URLSearchParams {
  const heard = UNFILTERED[route];
  if (heard === undefined) return query;
  return new URLSearchParams([...query].filter(([name]) => ['page', 'limit', ...heard].includes(name)));
}

/** Document 1 demands a window of a resend by filter and names neither end: here they are called otherwise. */
export function parseBareRequest(path: string, body: unknown): unknown {
  if (path !== '/user/callbacks/resend' || typeof body !== 'object' || body === null) return body;
  const { dateFrom, dateTo, ...rest } = body as Record<string, unknown>;
  const unknown = ['createdAtFrom', 'createdAtTo'].find((name) => name in rest);
  if (unknown !== undefined) throw invalid(unknown, `property ${unknown} should not exist`);
  if (dateFrom === undefined) throw invalid('dateFrom', 'dateFrom é obrigatório.');
  return { ...rest, createdAtFrom: dateFrom, createdAtTo: dateTo };
}
