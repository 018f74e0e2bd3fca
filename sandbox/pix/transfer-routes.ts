import { PixError } from '../errors.ts';
import type { PixRequest, PixRoute } from '../types.ts';
import { holderOf } from '../world/key-holder.ts';
import { isoOf, setPayer } from '../world/rows.ts';
import { begin, commonFields, entryOf, repeated } from './creation.ts';
import { Fields } from './fields.ts';
import { lookUp } from './lookup.ts';
import { notFound } from './params.ts';
import type { PixParts } from './parts.ts';
import { wireTransaction } from './transaction-routes.ts';
import { checkFunds } from './withdraw-routes.ts';

const LEAST = 1;
const MOST = 10_000_000;

function check(parts: PixParts, payer: string, receiver: string, amount: number): void {
  const { accountNumber } = parts.world.profile;
  if (parts.account.state.disabled.includes('transfer')) {
    throw new PixError(403, 'PZC401', 'Transferência interna não habilitada.');
  }
  if (payer !== accountNumber) throw new PixError(403, 'PZC400', 'A conta pagadora não é a do solicitante.');
  if (receiver === accountNumber) {
    throw new PixError(400, 'PZC600', 'Transferência para a própria conta não é permitida.');
  }
  if (amount < LEAST) throw new PixError(400, 'PZC602', 'Valor abaixo da transferência mínima de 0.01.');
  if (amount > MOST) throw new PixError(400, 'PZC603', 'Valor acima da transferência máxima de 100000.00.');
  if (/^0/.test(receiver)) throw notFound('PZC300', 'Conta de destino inválida ou não encontrada.');
  if (receiver.endsWith('99')) throw new PixError(422, 'PZC201', 'Conta de destino indisponível.');
  if (receiver.endsWith('98'))
    throw new PixError(422, 'PZC202', 'O valor não cobre a tarifa de entrada do recebedor.');
  checkFunds(parts, amount);
}

export function transferRoutes(parts: PixParts): PixRoute[] {
  const { world } = parts;

  function create({ body }: PixRequest) {
    const fields = new Fields(body);
    const payer = fields.required('payerAccountNumber', 6);
    const receiver = fields.required('receiverAccountNumber', 6);
    for (const [name, value] of [
      ['payerAccountNumber', payer],
      ['receiverAccountNumber', receiver],
    ] as const) {
      if (value !== '' && !/^\d{6}$/.test(value)) fields.fail(name, 'deve ter 6 dígitos');
    }
    const amount = fields.requiredAmount();
    fields.text('description', { least: 0, most: 500 });
    const common = commonFields(fields);
    fields.done();
    check(parts, payer, receiver, amount);
    const fingerprint = `transfer ${amount} ${receiver}`;
    const existing = repeated(parts, common.clientReference, fingerprint);
    if (existing) return { status: 200, json: wireTransaction(parts, existing) };
    const holder = holderOf(world, `account ${receiver}`);
    const row = begin(parts, {
      type: 'WITHDRAW',
      method: 'INTERNAL_TRANSFER',
      status: 'COMPLETED',
      ...common,
    });
    setPayer(row, world.profile);
    row.amount = amount;
    row.serviceFeeCharged = 0;
    row.receiverName = holder.name;
    row.receiverDocument = holder.document;
    row.receiverInstitutionIspb = world.profile.ispb;
    row.receiverInstitutionName = world.profile.institution;
    row.receiverAccountNumber = receiver;
    row.paidAt = isoOf(world.now());
    parts.life.put(entryOf(row, null, fingerprint), 'TRANSACTION_COMPLETED');
    return { status: 200, json: wireTransaction(parts, row) };
  }

  function find({ query }: PixRequest) {
    const row = lookUp(parts, query, (one) => one.method === 'INTERNAL_TRANSFER', ['id', 'clientReference']);
    if (!row) throw notFound('PZC301', 'Transferência interna não encontrada para a conta.');
    return { status: 200, json: wireTransaction(parts, row) };
  }

  return [
    { method: 'POST', path: '/internal-transfer', scope: 'WITHDRAW', handle: create },
    { method: 'GET', path: '/internal-transfer', scope: 'WITHDRAW', handle: find },
  ];
}
