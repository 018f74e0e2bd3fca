import { createHash } from 'node:crypto';
import { cnpjOf, cpfOf, isCnpj, isCpf } from '../world/documents.ts';
import { BANKS, companyName, emailOf, personName } from '../world/names.ts';
import { type Dice, pick } from '../world/random.ts';
import type { Customer, Person } from './model.ts';

const CUSTOMERS = 4000;

export const KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'] as const;
export type KeyType = (typeof KEY_TYPES)[number];

const FORMS: Record<KeyType, RegExp> = {
  CPF: /^\d{11}$/,
  CNPJ: /^[0-9A-Z]{12}\d{2}$/,
  EMAIL: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  PHONE: /^(\+55)?[1-9]\d{9,10}$/,
  EVP: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
};

export function isKeyOf(type: KeyType, key: string): boolean {
  if (type === 'CPF') return isCpf(key);
  return type === 'CNPJ' ? isCnpj(key) : FORMS[type].test(key);
}

/** Detects the key type. 11 digits are ambiguous: a valid CPF is a CPF, anything else a mobile phone. */
export function keyTypeOf(key: string): KeyType | null {
  return KEY_TYPES.find((type) => isKeyOf(type, key)) ?? null;
}

/** Keys without a holder, for tests of that case. */
export function isUnknownKey(key: string): boolean {
  return /^(ninguem|nobody)[.@]/i.test(key) || /900000000$/.test(key) || /^0{8}-0{4}-/.test(key);
}

export function masked(document: string): string {
  return document.length === 11
    ? `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`
    : document.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}

export function maskedKey(key: string): string {
  const at = key.indexOf('@');
  if (at > 0) return `${key.slice(0, 1)}***${key.slice(at)}`;
  return key.length > 8 ? `${key.slice(0, 3)}***${key.slice(-3)}` : '***';
}

export type People = {
  /** Customer `number`, always the same one. */
  person(number: number): Person & { email: string };
  customer(number: number): Customer;
  /** The same key always has the same holder; a document key belongs to that document's owner. */
  holder(key: string): Person;
};

export function createPeople(dice: Dice): People {
  function person(number: number) {
    const one = number % CUSTOMERS;
    const company = dice(30, one) % 6 === 0;
    const name = company ? companyName(dice, one) : personName(dice, one);
    const digits = String(100_000_000 + (dice(31, one) % 899_999_999));
    const document = company ? cnpjOf(`${digits.slice(0, 8)}0001`) : cpfOf(digits);
    const { ispb, name: bank } = pick(BANKS, dice(32, one));
    return { name, document, bank: { name: bank, ispb }, email: emailOf(name, dice(33, one)) };
  }
  return {
    person,
    customer(number) {
      const { name, document, email } = person(number);
      const roll = dice(34, number % CUSTOMERS);
      const phone = roll % 3 === 0 ? `+5511${900_000_000 + (roll % 99_999_999)}` : null;
      return { name: name.slice(0, 80), document, email: roll % 5 === 0 ? null : email, phone };
    },
    holder(key) {
      const roll = createHash('sha256').update(key.toLowerCase()).digest().readUInt32BE(0);
      const { name, document, bank } = person(roll);
      return isCpf(key) || isCnpj(key) ? { name, document: key, bank } : { name, document, bank };
    },
  };
}
