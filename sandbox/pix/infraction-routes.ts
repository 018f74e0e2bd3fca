import { randomInt } from 'node:crypto';
import { PixError } from '../errors.ts';
import type { PixRequest, PixRoute } from '../types.ts';
import { TAG } from '../world/codes.ts';
import { type Defense, type Dispute, infractionBody } from '../world/dispute-book.ts';
import { isoOf } from '../world/rows.ts';
import { HOUR, MINUTE } from '../world/timeline.ts';
import { reais } from '../world/wire.ts';
import { readDefense } from './defense-form.ts';
import { disputeFilter } from './infraction-filter.ts';
import { direction, notFound, oneOf, paging } from './params.ts';
import type { PixParts } from './parts.ts';

const OVER = ['CLOSED', 'CANCELLED'];
const OPEN = ['OPEN', 'ACKNOWLEDGED'];
const COUNTED = 100_000;

function defenseJson(
  parts: PixParts,
  dispute: Dispute,
  defense: Defense,
  urls: boolean,
): Record<string, unknown> {
  const waiting = parts.world.now() - Date.parse(defense.createdAt) < MINUTE;
  const files = defense.files.map((file, place) => ({
    ...file,
    ...(urls
      ? { url: `${parts.place.baseUrl.replace(/\/v1$/, '')}/files/defenses/${defense.id}/${place}` }
      : {}),
  }));
  return { ...defense, status: waiting ? 'PENDING' : 'DEFENDED', infractionId: dispute.id, files };
}

export function infractionJson(parts: PixParts, dispute: Dispute): Record<string, unknown> {
  const row = parts.world.transaction(dispute.transactionId);
  return {
    ...infractionBody(dispute),
    transaction: row && {
      id: row.id,
      amount: reais(row.amount),
      payerName: row.payerName,
      payerDocument: row.payerDocument,
      receiverName: row.receiverName,
      receiverDocument: row.receiverDocument,
      endToEndId: row.endToEndId,
    },
    defenseHistory: dispute.defenses.map((defense) => {
      const { infractionId: _, ...shown } = defenseJson(parts, dispute, defense, false);
      return shown;
    }),
  };
}

function list(parts: PixParts, { query }: PixRequest) {
  const { page, limit, offset } = paging(query, 100);
  const sortBy = oneOf(query, 'sortBy', ['createdAt', 'updatedAt']) ?? 'createdAt';
  const ascending = direction(query);
  const fits = disputeFilter(parts, query);
  let found: Dispute[] = [];
  for (const dispute of parts.life.disputes.newest()) {
    if (fits(dispute)) found.push(dispute);
    if (found.length >= COUNTED) break;
  }
  if (sortBy === 'updatedAt') found.sort((a, b) => b.updatedAt - a.updatedAt);
  if (ascending) found = found.reverse();
  const totalItems = found.length;
  return {
    status: 200,
    json: {
      pagination: { page, limit, totalItems, totalPages: Math.ceil(totalItems / limit) },
      infractions: found.slice(offset, offset + limit).map((dispute) => infractionJson(parts, dispute)),
    },
  };
}

function defend(parts: PixParts, request: PixRequest, dispute: Dispute) {
  const { world, life, account } = parts;
  const form = readDefense(request, account.state.dialect);
  if (OVER.includes(dispute.status)) throw new PixError(409, 'PZK210', 'Infração já encerrada.');
  if (dispute.defenses.length > 0) throw new PixError(409, 'PZK212', 'Defesa já enviada.');
  const now = world.now();
  if (!OPEN.includes(dispute.status) || dispute.expiresAt < now) {
    throw new PixError(422, 'PZG422', 'A infração não está aberta para defesa.');
  }
  const defense: Defense = {
    id: world.codes.id(TAG.defense, randomInt(1 << 26)),
    defense: form.defense,
    status: 'PENDING',
    createdAt: isoOf(now),
    updatedAt: isoOf(now),
    files: form.files,
  };
  const won = randomInt(10) < 7;
  const defended: Dispute = {
    ...dispute,
    status: 'DEFENDED',
    updatedAt: now,
    defenses: [defense],
    due: { at: now + 9 * HOUR, status: 'ANSWERED', analysisResult: won ? 'DISAGREED' : 'AGREED' },
  };
  life.putDispute(defended);
  parts.log({ at: now, kind: 'defense', text: 'Recebeu defesa', target: dispute.id });
  return { status: 201, json: defenseJson(parts, defended, defense, true) };
}

export function infractionRoutes(parts: PixParts): PixRoute[] {
  const found = ({ params }: PixRequest): Dispute => {
    const dispute = parts.life.disputes.get(params.id ?? '');
    if (!dispute) throw notFound('PZG404', 'Infração não encontrada.');
    return dispute;
  };
  const path = '/user/infractions/:id';
  return [
    { method: 'GET', path: '/user/infractions', handle: (request) => list(parts, request) },
    {
      method: 'GET',
      path,
      handle: (request) => ({ status: 200, json: infractionJson(parts, found(request)) }),
    },
    {
      method: 'GET',
      path: `${path}/defenses`,
      handle(request) {
        const dispute = found(request);
        return { status: 200, json: dispute.defenses.map((one) => defenseJson(parts, dispute, one, false)) };
      },
    },
    { method: 'POST', path: `${path}/defenses`, handle: (request) => defend(parts, request, found(request)) },
    {
      method: 'GET',
      path: `${path}/defenses/:defenseId`,
      handle(request) {
        const dispute = found(request);
        const defense = dispute.defenses.find((one) => one.id === request.params.defenseId);
        if (!defense) throw notFound('PZG404', 'Defesa não encontrada.');
        return { status: 200, json: defenseJson(parts, dispute, defense, true) };
      },
    },
  ];
}
