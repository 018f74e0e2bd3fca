import { cnpjOf } from './documents.ts';
import type { Dice } from './random.ts';

/** The merchant that owns this account. */
export type Profile = {
  id: string;
  name: string;
  document: string;
  accountNumber: string;
  branch: string;
  ispb: string;
  institution: string;
  city: string;
};

export function createProfile(dice: Dice): Profile {
  return {
    id: `conta-${dice(40, 0).toString(16).padStart(8, '0')}`,
    name: 'Aroeira Comércio Digital LTDA',
    document: cnpjOf(`${String(10_000_000 + (dice(41, 0) % 89_000_000))}0001`),
    accountNumber: String(100_000 + (dice(42, 0) % 900_000)),
    branch: '0001',
    ispb: '37241985',
    institution: 'INSTITUIÇÃO DE PAGAMENTO SIMULADA S.A.',
    city: 'SAO PAULO',
  };
}

/** Fee of one transaction in cents. */
export function feeOf(type: string, method: string, amount: number): number {
  if (type === 'COMMISSION' || method === 'INTERNAL_TRANSFER') return 0;
  if (type === 'WITHDRAW') return 50;
  if (method === 'BANK_SLIP') return 190;
  return 15 + Math.floor((amount * 89) / 10_000);
}
