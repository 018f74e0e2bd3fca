import type { PixRequest, PixRoute, PixTransaction } from '../types.ts';
import { TAG } from '../world/codes.ts';
import { isoOf } from '../world/rows.ts';
import { HOUR } from '../world/timeline.ts';
import { reais } from '../world/wire.ts';
import { csv, documentFilter, money, notFound, paging, text, time } from './params.ts';
import type { PixParts } from './parts.ts';

const STATES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'COMPLETED'];
/** One deposit in this many transactions waits for approval first. */
const EVERY = 400;

type PendingDeposit = ReturnType<typeof pendingDepositOf>;

/** The transaction that an approved deposit becomes: the first plain Pix deposit paid at `from` or later. */
function creditFrom({ calendar, slots, timelines, rows }: PixParts['world'], from: number) {
  for (let index = calendar.firstAt(from); ; index++) {
    const { type, method, scenario } = slots.of(index);
    if (type !== 'DEPOSIT' || method !== 'PIX' || scenario !== 'paid') continue;
    const { paidAt } = timelines.of(index);
    if (paidAt !== null) return { at: paidAt, row: rows.row(index, paidAt) };
  }
}

/** Pending deposit `number`, a pure function of the world like all seeded data. */
function pendingDepositOf({ world }: PixParts, number: number) {
  const { dice, codes, customers, calendar, profile } = world;
  const roll = dice(150, number);
  const at = calendar.timeOf(number * EVERY + (roll % EVERY));
  const scenario = STATES[1 + ((roll >>> 6) % 4)] as string;
  const due = at + (1 + (roll % 5)) * HOUR + (roll % HOUR);
  const credit = scenario === 'APPROVED' || scenario === 'COMPLETED' ? creditFrom(world, due) : null;
  const decidedAt = credit?.at ?? due;
  const decided = decidedAt <= world.now();
  const status = decided ? scenario : 'PENDING';
  const customer = customers.customer(dice(151, number) % customers.count);
  const own = {
    cents: 20_000 + (dice(152, number) % 900_000),
    payerDocument: customer.document,
    payerName: customer.name,
    payerAccountNumber: null,
    payerInstitutionIspb: customer.bank.ispb,
    payerInstitutionName: customer.bank.name,
    endToEndId: codes.endToEnd('E', customer.bank.ispb, at, TAG.pendingEndToEnd, number),
  };
  return {
    ...(credit === null ? own : factsOf(credit.row)),
    id: codes.id(TAG.pendingDeposit, number),
    at,
    status,
    receiverDocument: profile.document,
    receiverName: profile.name,
    receiverAccountNumber: profile.accountNumber,
    receiverInstitutionIspb: profile.ispb,
    receiverInstitutionName: profile.institution,
    paidAt: isoOf(at),
    pixKey: 'pagamentos@aroeira.example',
    // A deposit that became a transaction may have paid a charge, so only the others say "sem cobrança".
    description: credit === null && roll % 3 === 0 ? 'Pagamento sem cobrança' : null,
    approvedAt: decided && credit !== null ? isoOf(decidedAt) : null,
    rejectedAt: status === 'REJECTED' ? isoOf(decidedAt) : null,
    rejectionReason: status === 'REJECTED' ? 'Pagador não reconhecido' : null,
    transactionId: decided && credit !== null ? credit.row.id : null,
    createdAt: isoOf(at),
    updatedAt: isoOf(decided ? decidedAt : at),
  };
}

/** Facts that a deposit shares with its later transaction, because both are the same payment. */
const factsOf = (row: PixTransaction) => ({
  cents: row.amount,
  payerDocument: row.payerDocument,
  payerName: row.payerName,
  payerAccountNumber: row.payerAccountNumber,
  payerInstitutionIspb: row.payerInstitutionIspb,
  payerInstitutionName: row.payerInstitutionName,
  endToEndId: row.endToEndId,
});

function wire({ at: _, cents, id, status, ...rest }: PendingDeposit) {
  return { id, status, amount: reais(cents), ...rest };
}

function wanted(query: URLSearchParams): (oneDeposit: PendingDeposit) => boolean {
  const states = csv(query, 'status', STATES);
  const document = documentFilter(query);
  const name = text(query, 'name')?.toLowerCase();
  const endToEndId = text(query, 'endToEndId');
  const least = money(query, 'amountMin', 0) ?? 0;
  const most = money(query, 'amountMax', 0) ?? Infinity;
  const from = time(query, 'createdAtFrom', false) ?? -Infinity;
  const to = time(query, 'createdAtTo', true) ?? Infinity;
  return (oneDeposit) =>
    (!states || states.has(oneDeposit.status)) &&
    (document === undefined || oneDeposit.payerDocument === document) &&
    (name === undefined || oneDeposit.payerName?.toLowerCase().includes(name) === true) &&
    (endToEndId === undefined || oneDeposit.endToEndId === endToEndId) &&
    oneDeposit.cents >= least &&
    oneDeposit.cents <= most &&
    oneDeposit.at >= from &&
    oneDeposit.at <= to;
}

export function pendingDepositRoutes(parts: PixParts): PixRoute[] {
  const { world } = parts;
  const next = () => Math.floor(world.calendar.firstAt(world.now() + 1) / EVERY);

  function list({ query }: PixRequest) {
    const { page, limit, offset } = paging(query, 100, 20);
    const fits = wanted(query);
    const found: PendingDeposit[] = [];
    for (let number = next(); number >= 0 && found.length <= offset + limit; number--) {
      const oneDeposit = pendingDepositOf(parts, number);
      if (oneDeposit.at <= world.now() && fits(oneDeposit)) found.push(oneDeposit);
    }
    const json = {
      page,
      limit,
      hasNextPage: found.length > offset + limit,
      data: found.slice(offset, offset + limit).map(wire),
    };
    return { status: 200, json };
  }

  function one({ params }: PixRequest) {
    const number = world.codes.openId(params.id ?? '', TAG.pendingDeposit);
    const oneDeposit = number === null ? null : pendingDepositOf(parts, number);
    if (!oneDeposit || oneDeposit.at > world.now())
      throw notFound('PZG404', 'Depósito pendente não encontrado.');
    return { status: 200, json: wire(oneDeposit) };
  }

  return [
    { method: 'GET', path: '/user/deposit-pending', handle: list },
    { method: 'GET', path: '/user/deposit-pending/:id', handle: one },
  ];
}
