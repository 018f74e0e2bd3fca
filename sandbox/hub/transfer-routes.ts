import { Body } from './body.ts';
import {
  checkBank,
  checkCallback,
  checkFunds,
  checkTicket,
  commonFields,
  found,
  repeated,
} from './creation.ts';
import { HubError } from './errors.ts';
import type { HubParts, HubRequest, HubRoute } from './parts.ts';
import { DATED, page, period } from './query.ts';
import { transferJson } from './wire.ts';
import { checkHolder, typeOf } from './withdraw-routes.ts';

export function transferRoutes(parts: HubParts): HubRoute[] {
  const { world, book } = parts;

  function create(request: HubRequest) {
    const body = new Body(request.body);
    const amount = body.requiredCents('amount');
    const pixKey = body.required('toPixKey', 77);
    const comment = body.text('comment', 0, 140);
    const common = commonFields(parts, body);
    body.done();
    const { repeat, id } = repeated(parts, request, 'transfer', common, { amount, pixKey });
    const known = id === null ? null : book.transfer(id);
    if (known) return { status: 200, json: transferJson(known) };
    typeOf(pixKey, null);
    checkHolder(pixKey);
    if (book.keys.some((one) => one.key === pixKey && one.status === 'ACTIVE')) {
      throw new HubError(422, 'TRANSFER_SAME_ACCOUNT', 'The key is one of this account.');
    }
    checkTicket('internalTransfer', amount);
    checkCallback(parts, common);
    checkFunds(parts, amount);
    checkBank(amount);
    const word = world.nextWord();
    const made = world.run('transfer', {
      word,
      direction: 'SENT',
      amount,
      pixKey,
      comment,
      ...common,
      repeat,
    });
    return { status: 201, json: transferJson(made) };
  }

  function get({ params }: HubRequest) {
    return {
      status: 200,
      json: transferJson(found(book.transfer(params.transferId ?? ''), 'TRANSFER_NOT_FOUND')),
    };
  }

  function list({ query }: HubRequest) {
    const status = query.oneOf('status', ['CONFIRMED', 'FAILED']);
    const within = period(query);
    const rows = book.transfers.filter(
      (one) => (status === undefined || one.status === status) && within(one.createdAt),
    );
    const { data, nextCursor } = page(rows, query, (one) => one.createdAt);
    return { status: 200, json: { data: data.map(transferJson), nextCursor } };
  }

  const path = '/transactions/internal-transfer';
  const read = { method: 'GET', scope: 'INTERNAL_TRANSFER_READ' } as const;
  return [
    { method: 'POST', path, scope: 'INTERNAL_TRANSFER', operation: 'INTERNAL_TRANSFER', handle: create },
    { ...read, path, query: DATED, handle: list },
    { ...read, path: `${path}/:transferId`, handle: get },
  ];
}
