import { PixError } from '../errors.ts';
import type { PixReply, PixRequest, PixRoute, PixTransaction } from '../types.ts';
import { notFound, oneOf } from './params.ts';
import type { PixParts } from './parts.ts';
import { pdf } from './pdf.ts';

function day(iso: string | null): string {
  return iso === null ? '' : new Date(iso).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' });
}

function lines(row: PixTransaction): string[] {
  const amount = (row.amount / 100).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' });
  return [
    'Comprovante',
    `Valor: ${amount.replace(/\u00a0/g, ' ')}`,
    `Data: ${day(row.paidAt)} (São Paulo)`,
    `Identificador: ${row.id}`,
    `EndToEndId: ${row.endToEndId ?? 'não se aplica'}`,
    `Pagador: ${row.payerName ?? ''} - ${row.payerDocument ?? ''}`,
    `Instituição do pagador: ${row.payerInstitutionName ?? ''}`,
    `Recebedor: ${row.receiverName ?? ''} - ${row.receiverDocument ?? ''}`,
    `Instituição do recebedor: ${row.receiverInstitutionName ?? ''}`,
    `Referência: ${row.clientReference ?? ''}`,
  ];
}

export function receiptRoutes(parts: PixParts): PixRoute[] {
  const receipt =
    (type: string) =>
    ({ params, query }: PixRequest): PixReply => {
      const form = oneOf(query, 'type', ['pdf', 'base64']) ?? 'pdf';
      const row = parts.world.transaction(params.id ?? '');
      const fits = row && (type === 'WITHDRAW') === (row.type === 'WITHDRAW');
      if (!fits) throw notFound('PZC310', 'Transação não encontrada para a conta.');
      if (row.status === 'CANCELED') {
        throw new PixError(422, 'PZC321', 'Transação cancelada não tem comprovante.');
      }
      if (row.paidAt === null) {
        throw new PixError(422, 'PZC320', 'Transação ainda não processada; comprovante indisponível.');
      }
      const body = pdf(lines(row));
      if (form === 'pdf') return { status: 200, body, contentType: 'application/pdf' };
      const prefix = parts.account.state.dialect === 'nested' ? 'data:application/pdf;base64,' : '';
      return { status: 200, json: { base64: prefix + body.toString('base64') } };
    };
  return [
    { method: 'GET', path: '/proof/:id', handle: receipt('DEPOSIT') },
    { method: 'GET', path: '/withdraw/proof/:id', handle: receipt('WITHDRAW') },
  ];
}
