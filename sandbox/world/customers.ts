import { cnpjOf, cpfOf } from './documents.ts';
import { BANKS, type Bank, companyName, emailOf, personName } from './names.ts';
import { type Dice, inverse, pick, primeFrom } from './random.ts';
import { BLOCK, type Slots } from './slots.ts';

export type Customer = {
  number: number;
  company: boolean;
  name: string;
  document: string;
  email: string;
  bank: Bank;
  keyType: string;
  key: string;
};

export type Customers = {
  of(index: number): number;
  customer(number: number): Customer;
  name(number: number): string;
  /** The customer with this document, or null. */
  byDocument(document: string): number | null;
  /** This customer's indexes below `total`, ascending. */
  indexesOf(number: number, total: number): number[];
  count: number;
};

const SPREAD = 386_749_121;
const SHIFT = 123_456_789;
const ROOTS = 100_000_000;
const ROOT_SPREAD = 38_674_913;
const LETTERS = 'ABCDEFGHJK';

function scramble(number: number, spread: number, modulus: number): number {
  // The product stays below 2^53, since there are fewer than 2^24 customers.
  return (number * spread + SHIFT) % modulus;
}

function unscramble(value: number, spread: number, modulus: number): number {
  const shifted = (BigInt(value) - BigInt(SHIFT) + BigInt(modulus) * 2n) % BigInt(modulus);
  return Number((shifted * BigInt(inverse(spread, modulus))) % BigInt(modulus));
}

function documentOf(number: number, company: boolean): string {
  if (!company) return cpfOf(String(scramble(number, SPREAD, 1_000_000_000)).padStart(9, '0'));
  const root = String(scramble(number, ROOT_SPREAD, ROOTS)).padStart(8, '0');
  if (number % 3 !== 0) return cnpjOf(`${root}0001`);
  const letter = (place: number) => LETTERS[Number(root[place])] as string;
  return cnpjOf(`${letter(0)}${root.slice(1, 3)}${letter(3)}${root.slice(4, 7)}${letter(7)}0001`);
}

function numberOf(document: string): number {
  if (document.length === 11) return unscramble(Number(document.slice(0, 9)), SPREAD, 1_000_000_000);
  const digits = [...document.slice(0, 8)].map((sign) => (/\d/.test(sign) ? sign : LETTERS.indexOf(sign)));
  return unscramble(Number(digits.join('')), ROOT_SPREAD, ROOTS);
}

function uuidOf(dice: Dice, number: number): string {
  const hex = [24, 25, 26, 27].map((salt) => dice(salt, number).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function pixKey(
  dice: Dice,
  number: number,
  { document, company, email }: { document: string; company: boolean; email: string },
): [type: string, key: string] {
  const roll = dice(28, number);
  if (roll % 10 < 4) return [company ? 'cnpj' : 'cpf', document];
  if (roll % 10 < 6) return ['email', email];
  if (roll % 10 < 8)
    return ['phone', `+55${11 + ((roll >>> 8) % 80)}9${String(roll % 100_000_000).padStart(8, '0')}`];
  return ['evp', uuidOf(dice, number)];
}

/**
 * The order of a group's customers in one cycle: customer = (place × spread + shift) mod size. It is
 * invertible.
 */
type Group = { size: number; salt: number; dice: Dice };

/** Caches results, because regular customers recur; the cache is bounded. */
function cached<T>(most: number, make: (number: number) => T): (number: number) => T {
  const known = new Map<number, T>();
  return (number) => {
    const found = known.get(number);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = make(number);
    known.set(number, made);
    return made;
  };
}

function turn({ size, salt, dice }: Group, cycle: number): [spread: number, shift: number] {
  return [1 + (dice(salt, cycle) % (size - 1)), dice(salt + 1, cycle) % size];
}

function memberAt(group: Group, order: number): number {
  const cycle = Math.floor(order / group.size);
  const [spread, shift] = turn(group, cycle);
  return ((order - cycle * group.size) * spread + shift) % group.size;
}

function ordersOf(group: Group, member: number, until: number): number[] {
  const { size } = group;
  const found: number[] = [];
  for (let cycle = 0; cycle * size < until; cycle++) {
    const [spread, shift] = turn(group, cycle);
    found.push(cycle * size + ((((member - shift + size) % size) * inverse(spread, size)) % size));
  }
  return found;
}

/**
 * Customers 0 to `regulars` − 1 pay often, the others seldom. In each cycle every customer of a group has
 * exactly one transaction, in a computed and invertible order.
 */
export function createCustomers(dice: Dice, slots: Slots, baseCount: number): Customers {
  const share = slots.regularCount / BLOCK;
  const regulars = primeFrom(Math.max(7, Math.floor((baseCount * share) / 120)));
  const others = primeFrom(Math.max(11, Math.floor((baseCount * (1 - share)) / 6)));
  const count = regulars + others;
  const often: Group = { size: regulars, salt: 30, dice };
  const seldom: Group = { size: others, salt: 32, dice };
  const isCompany = (number: number) => (number < regulars ? number % 5 < 2 : number % 8 === 0);
  const name = (number: number) => (isCompany(number) ? companyName(dice, number) : personName(dice, number));

  return {
    count,
    name,
    of(index) {
      const slot = slots.of(index);
      const block = Math.floor(index / BLOCK);
      if (slot.regular) return memberAt(often, block * slots.regularCount + slot.ordinal);
      return regulars + memberAt(seldom, block * (BLOCK - slots.regularCount) + slot.ordinal);
    },
    customer: cached(20_000, (number) => {
      const company = isCompany(number);
      const full = name(number);
      const document = documentOf(number, company);
      const email = emailOf(full, dice(29, number));
      const [keyType, key] = pixKey(dice, number, { document, company, email });
      return {
        number,
        company,
        name: full,
        document,
        email,
        bank: pick(BANKS, dice(34, number)),
        keyType,
        key,
      };
    }),
    byDocument(document) {
      const number = numberOf(document);
      if (!(number >= 0 && number < count)) return null;
      return documentOf(number, isCompany(number)) === document ? number : null;
    },
    indexesOf(number, total) {
      const regular = number < regulars;
      const places = regular ? slots.regularSlots : slots.otherSlots;
      const until = Math.ceil(total / BLOCK) * places.length;
      const orders = regular ? ordersOf(often, number, until) : ordersOf(seldom, number - regulars, until);
      return orders
        .map((order) =>
          slots.indexOf(Math.floor(order / places.length), places[order % places.length] as number),
        )
        .filter((index) => index < total)
        .sort((a, b) => a - b);
    },
  };
}
