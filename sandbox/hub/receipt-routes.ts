import { pdf } from '../pix/pdf.ts';
import { iso } from './core.ts';
import { found } from './creation.ts';
import { HubError } from './errors.ts';
import type { Scope } from './model.ts';
import type { HubParts, HubReply, HubRequest, HubRoute } from './parts.ts';
import { masked, maskedKey } from './people.ts';

function reais(cents: number): string {
  return `R$ ${(cents / 100)
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/g, '.')}`;
}

function receipt(id: string, lines: string[]): HubReply {
  const base64 = pdf(lines).toString('base64');
  return { status: 200, json: { fileName: `comprovante-${id}.pdf`, contentType: 'application/pdf', base64 } };
}

function checkSent(endToEndId: string | null): string {
  if (endToEndId !== null) return endToEndId;
  throw new HubError(
    422,
    'RECEIPT_MISSING_END_TO_END',
    'The receipt is not ready; try again in some minutes.',
  );
}

/** The paths are assumed, not documented. Every route answers JSON (document 2), so the file is inside it. */
export function receiptRoutes({ book }: HubParts): HubRoute[] {
  function received(request: HubRequest, kind: 'charge' | 'deposit', code: string) {
    const id = request.params.id ?? '';
    const one = found(kind === 'charge' ? book.charge(id) : book.deposit(id), code);
    const endToEndId = checkSent(one.endToEndId);
    return receipt(one.id, [
      'Comprovante de recebimento',
      `Valor: ${reais(one.amount)}`,
      `Pagador: ${one.payer?.name ?? ''} (${masked(one.payer?.document ?? '')})`,
      `Pago em: ${iso(one.paidAt ?? one.createdAt)}`,
      `Identificador: ${endToEndId}`,
    ]);
  }

  function payout({ params }: HubRequest) {
    const one = found(book.payout(params.id ?? ''), 'WITHDRAW_NOT_FOUND');
    const endToEndId = checkSent(one.endToEndId);
    return receipt(one.id, [
      'Comprovante de saque',
      `Valor: ${reais(one.amount)}`,
      `Tarifa: ${reais(one.fee)}`,
      `Destino: ${one.receiver.name}, chave ${maskedKey(one.pixKey)}`,
      `Concluído em: ${iso(one.endedAt ?? one.updatedAt)}`,
      `Identificador: ${endToEndId}`,
    ]);
  }

  function transfer({ params }: HubRequest) {
    const one = found(book.transfer(params.id ?? ''), 'TRANSFER_NOT_FOUND');
    checkSent(one.status === 'CONFIRMED' ? one.id : null);
    return receipt(one.id, [
      'Comprovante de transferência',
      `Valor: ${reais(one.amount)}`,
      `${one.direction === 'SENT' ? 'Para' : 'De'}: ${one.counterparty.name}`,
      `Mensagem: ${one.comment ?? ''}`,
      `Em: ${iso(one.createdAt)}`,
    ]);
  }

  const route = (name: string, scope: Scope, handle: HubRoute['handle']): HubRoute => ({
    method: 'GET',
    path: `/transactions/${name}/:id/receipt`,
    scope,
    handle,
  });
  return [
    route('payment', 'PAYMENT_READ', (request) => received(request, 'charge', 'PAYMENT_NOT_FOUND')),
    route('deposit', 'DEPOSIT_READ', (request) => received(request, 'deposit', 'DEPOSIT_NOT_FOUND')),
    route('withdraw', 'WITHDRAW_READ', payout),
    route('internal-transfer', 'INTERNAL_TRANSFER_READ', transfer),
  ];
}
