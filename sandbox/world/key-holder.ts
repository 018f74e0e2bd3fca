import { createHash } from 'node:crypto';
import type { Customer } from './customers.ts';
import { isCnpj, isCpf } from './documents.ts';
import type { SandboxWorld } from './world.ts';

export type KeyType = 'cpf' | 'cnpj' | 'phone' | 'email' | 'evp';

const FORMS: Record<KeyType, (key: string) => boolean> = {
  cpf: isCpf,
  cnpj: isCnpj,
  phone: (key) => /^\+55[1-9]\d{9,10}$/.test(key),
  email: (key) => key.length <= 77 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(key),
  evp: (key) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(key),
};

export const KEY_TYPES = Object.keys(FORMS) as KeyType[];

export function isKeyOf(type: KeyType, key: string): boolean {
  return FORMS[type](key);
}

export function keyTypeOf(key: string): KeyType | null {
  return KEY_TYPES.find((type) => FORMS[type](key)) ?? null;
}

/** The same key always has the same holder; a document key belongs to that document's owner. */
export function holderOf(world: SandboxWorld, key: string): Customer {
  const { customers } = world;
  const isDocument = isCpf(key) || isCnpj(key);
  const known = isDocument ? customers.byDocument(key) : null;
  const roll = createHash('sha256').update(key.toLowerCase()).digest().readUInt32BE(0);
  const customer = customers.customer(known ?? roll % customers.count);
  return isDocument ? { ...customer, document: key, company: isCnpj(key) } : customer;
}

/** Keys without a holder, for tests of that case. */
export function isUnknownKey(key: string): boolean {
  return /^(ninguem|nobody)[.@]/i.test(key) || /^\+55\d{2}900000000$/.test(key) || /^0{8}-0{4}-/.test(key);
}
