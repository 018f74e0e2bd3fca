import { PixError } from '../errors.ts';
import type { PixRequest, PixRoute } from '../types.ts';
import type { Entry, Refund } from '../world/overlay.ts';
import { refundedSum, refundStarted } from '../world/transitions.ts';
import { reais } from '../world/wire.ts';
import { Fields } from './fields.ts';
import { notFound } from './params.ts';
import type { PixParts } from './parts.ts';
import { wireTransaction } from './transaction-routes.ts';
import { checkFunds } from './withdraw-routes.ts';

const KNOWN = ['amount', 'description', 'clientReference'];

function refundJson(refund: Refund): Record<string, unknown> {
  const { dueAt: _, clientReference: __, ...shown } = refund;
  return { ...shown, amount: reais(refund.amount) };
}

function answer(parts: PixParts, entry: Entry) {
  const json = { ...wireTransaction(parts, entry.transaction), refunds: entry.refunds.map(refundJson) };
  return { status: 200, json };
}

function checkState(parts: PixParts, { transaction }: Entry): void {
  if (parts.account.state.disabled.includes('refund')) {
    throw new PixError(403, 'PZC403', 'Devoluções não habilitadas para a conta.');
  }
  if (transaction.status === 'REFUNDED') throw new PixError(409, 'PZC221', 'Transação já devolvida.');
  if (transaction.type === 'COMMISSION') {
    throw new PixError(422, 'PZC220', 'Somente depósitos ou saques podem ser devolvidos.');
  }
  if (transaction.status !== 'COMPLETED') {
    throw new PixError(409, 'PZG409', 'A transação não está concluída.');
  }
}

function refundFields(body: unknown) {
  const fields = new Fields(body);
  for (const name of fields.names()) if (!KNOWN.includes(name)) fields.fail(name, 'campo desconhecido');
  const amount = fields.amount();
  const description = fields.text('description', { least: 0, most: 500 });
  const clientReference = fields.text('clientReference', { most: 64 });
  fields.done();
  return { amount, description, clientReference };
}

export function refundRoutes(parts: PixParts): PixRoute[] {
  const { world, life } = parts;

  function create({ body, params }: PixRequest) {
    const requested = refundFields(body);
    const entry = world.entry(params.transactionId ?? '');
    if (!entry) throw notFound('PZC310', 'Transação não encontrada para a conta.');
    const remaining = entry.transaction.amount - refundedSum(entry);
    const same = requested.clientReference
      ? entry.refunds.find((one) => one.clientReference === requested.clientReference)
      : undefined;
    if (same) {
      if (requested.amount === null || requested.amount === same.amount) return answer(parts, entry);
      throw new PixError(409, 'PZC210', 'Já existe uma devolução com esta clientReference e outro valor.');
    }
    checkState(parts, entry);
    if (requested.amount !== null && requested.amount <= 0) {
      throw new PixError(400, 'PZC610', 'O valor da devolução deve ser maior que zero.');
    }
    if (remaining <= 0) throw new PixError(409, 'PZC221', 'Transação já devolvida.');
    const amount = requested.amount ?? remaining;
    if (amount > remaining) throw new PixError(400, 'PZC611', 'Valor acima do que resta da transação.');
    checkFunds(parts, amount);
    const started = refundStarted(world, entry, world.now(), { ...requested, amount });
    life.put(started, '');
    parts.log({ at: world.now(), kind: 'refund', text: 'Pediu devolução', target: entry.transaction.id });
    return answer(parts, started);
  }

  return [{ method: 'POST', path: '/refund/:transactionId', scope: 'WITHDRAW', handle: create }];
}
