import 'server-only';
import { withOffset } from '#lib/dates.ts';

/**
 * The words of a defense itself. Always Portuguese, whatever language the operator reads: the letter goes to the
 * payer's bank. They are a document that is sent, not texts of the product.
 */

/** '14/11/2026 às 10:22:07', São Paulo. */
export function letterInstant(instant: string): string {
  const [, year, month, day, time] =
    /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2})/.exec(withOffset(instant)) ?? [];
  return year === undefined ? instant : `${day}/${month}/${year} às ${time}`;
}

export const LETTER = {
  amountTime: (amount: string, paidAt: string) => `${amount}, pago em ${letterInstant(paidAt)}`,
  sameDocument: 'O documento do pagador é o mesmo do comprador.',
  earlierPayments: (count: number, undisputed: boolean) => {
    const counted =
      count === 1
        ? 'Há 1 compra anterior do mesmo pagador'
        : `Há ${count} compras anteriores do mesmo pagador`;
    if (!undisputed) return `${counted}.`;
    return count === 1 ? `${counted}, sem disputa.` : `${counted}, todas sem disputa.`;
  },
  noticeDelivered: (at: string, status: number) =>
    `O sistema da loja recebeu o aviso do pagamento em ${letterInstant(at)} (HTTP ${status}).`,
  file: 'defesa.pdf',
  continued: (file: string) => `(O texto completo desta defesa está no anexo ${file}.)`,
  title: 'Defesa',
  subtitle: (protocol: string | null, at: string) =>
    `${protocol === null ? '' : `Protocolo ${protocol}, `}${letterInstant(at)} (horário de São Paulo)`,
  page: (page: number, of: number) => `Página ${page} de ${of}`,
} as const;
