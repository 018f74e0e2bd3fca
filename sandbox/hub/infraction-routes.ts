import { found } from './creation.ts';
import { DISPUTE_STATES, DISPUTE_TYPES, isOver } from './model.ts';
import type { HubParts, HubRequest, HubRoute } from './parts.ts';
import { PAGED, page } from './query.ts';
import { disputeJson } from './wire.ts';

/** Read only: disputes are answered elsewhere. */
export function infractionRoutes(parts: HubParts): HubRoute[] {
  const { book } = parts;

  function list({ query }: HubRequest) {
    const status = query.oneOf('status', DISPUTE_STATES);
    const open = query.flag('open');
    const type = query.oneOf('type', DISPUTE_TYPES);
    const result = query.oneOf('analysisResult', ['AGREED', 'DISAGREED']);
    const rows = book.disputes.filter(
      (one) =>
        (status === undefined ? open === undefined || isOver(one) !== open : one.status === status) &&
        (type === undefined || one.type === type) &&
        (result === undefined || one.analysisResult === result),
    );
    const { data, nextCursor } = page(rows, query, (one) => one.reportedAt);
    return { status: 200, json: { data: data.map((one) => disputeJson(book, one)), nextCursor } };
  }

  function get({ params }: HubRequest) {
    const dispute = found(book.dispute(params.protocol ?? ''), 'INFRACTION_NOT_FOUND');
    return { status: 200, json: disputeJson(book, dispute) };
  }

  const path = '/transactions/infractions';
  const read = { method: 'GET', scope: 'INFRACTION_READ' } as const;
  return [
    { ...read, path, query: [...PAGED, 'status', 'open', 'type', 'analysisResult'], handle: list },
    { ...read, path: `${path}/:protocol`, handle: get },
  ];
}
