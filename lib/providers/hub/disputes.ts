import 'server-only';
import { plainJson } from '#lib/http/json.ts';
import type { Parts } from '#lib/providers/client/parts.ts';
import { best, layersOf, listOf } from '#lib/providers/envelopes.ts';
import { instant, number, objectReader, type ReadObject, text } from '#lib/providers/fields.ts';
import { byCursor, type CursorList, names } from '#lib/providers/hub/parts.ts';
import { cents } from '#lib/providers/hub/wire.ts';
import type { Call, NumberedPage, ProviderPort } from '#lib/providers/port.ts';
import type { Infraction } from '#lib/providers/records.ts';

const PATH = '/transactions/infractions';

/** Document 2, disputes: read only, because their defense is given in the provider's panel. */
export function disputesOf(parts: Parts): NonNullable<ProviderPort['disputes']> {
  const { client, readable } = parts;
  const walk = numberedWalk(parts);
  return {
    list: walk,
    async get(id, call) {
      const { json, asOf } = await client.read(`${PATH}/${encodeURIComponent(id)}`, {}, call, {
        thing: true,
      });
      return readable(() => ({ infraction: toInfraction(readOne(json)), raw: plainJson(json), asOf }));
    },
    defenses: async () => null,
  };
}

/**
 * Pages by number over a list by cursor: where each page begins is kept, and forgotten from the page on whose answer
 * says otherwise, so that a list that grew is neither cut nor read twice.
 */
function numberedWalk(parts: Parts) {
  const list: CursorList<never, Infraction, null> = {
    path: PATH,
    names: names<never>({}),
    read(json) {
      const { rows, total } = listOf(json, ['infractions', 'disputes']);
      return { rows: rows.map(readFields).filter(hasId).map(toInfraction), total, extra: null };
    },
  };
  const starts = new Map<number, unknown[]>();
  return async (
    { page, limit }: { page: number; limit: number },
    call: Call,
  ): Promise<NumberedPage<Infraction>> => {
    const known = starts.get(limit) ?? [null];
    starts.set(limit, known);
    for (let at = Math.min(page, known.length); ; at += 1) {
      const walked = await byCursor(parts, list, {}, { limit, position: known[at - 1] }, call);
      if (!same(known[at], walked.next)) known.length = Math.min(known.length, at);
      if (walked.next !== null) known[at] = walked.next;
      const { items, total, asOf } = walked;
      if (at === page) return { items, more: walked.next !== null, total, asOf };
      if (walked.next === null) return { items: [], more: false, total, asOf };
    }
  };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const INFRACTION = {
  id: text('infractionId', 'disputeId', '_id'),
  protocol: text('infractionProtocol', 'protocolNumber', 'protocolId'),
  type: text('infractionType', 'category'),
  status: text('state', 'infractionStatus'),
  reportedBy: text('reporter', 'openedBy'),
  reportDetails: text('reason', 'details', 'description', 'reportReason'),
  analysisResult: text('result', 'decision', 'outcome'),
  analysisDetails: text('resultDetails', 'decisionDetails'),
  paymentId: text('payment.id'),
  depositId: text('deposit.id'),
  originId: text('transactionId', 'operationId'),
  endToEndId: text('e2e', 'e2eId', 'endToEnd'),
  blockedAmount: number('amount', 'disputedAmount', 'amountBlocked', 'value'),
  reportedAt: instant('openedAt', 'createdAt', 'reportDate'),
  dueAt: instant('deadline', 'deadlineAt', 'dueDate', 'expiresAt', 'responseDeadline', 'respondBy'),
  updatedAt: instant('statusAt'),
};
const readFields = objectReader(INFRACTION, ['payment', 'deposit']);
type WireInfraction = ReadObject<typeof INFRACTION>;

const hasId = ({ fields }: WireInfraction) => (fields.protocol ?? fields.id) !== null;
const readOne = (json: unknown) =>
  best(
    layersOf(json, ['infraction', 'dispute']),
    readFields,
    (read) => hasId(read) && read.known >= 2,
    'infraction',
  );

const NOBODY = {
  name: null,
  document: null,
  institutionIspb: null,
  institutionName: null,
  accountNumber: null,
};

/** Routes and webhooks name a dispute by its protocol: that is its id here. */
function toInfraction({ fields, other }: WireInfraction): Infraction {
  const { protocol, id } = fields;
  const more = protocol === null || id === null || id === protocol ? {} : { id };
  return {
    id: protocol ?? id ?? '',
    protocol,
    status: fields.status,
    type: fields.type,
    reportedBy: fields.reportedBy,
    reason: fields.reportDetails,
    result: fields.analysisResult,
    resultDetails: fields.analysisDetails,
    openedAt: fields.reportedAt,
    deadline: fields.dueAt,
    updatedAt: fields.updatedAt,
    amount: cents(fields.blockedAmount),
    transactionId: disputedOf(fields),
    endToEndId: fields.endToEndId,
    payer: NOBODY,
    receiver: NOBODY,
    defenses: [],
    other: { ...(plainJson(other) as Record<string, unknown>), ...more },
  };
}

function disputedOf({ paymentId, depositId, originId }: WireInfraction['fields']): string | null {
  if (paymentId !== null) return `payment:${paymentId}`;
  return depositId === null ? originId : `deposit:${depositId}`;
}
