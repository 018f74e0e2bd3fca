import type { ErrorDetail } from '../errors.ts';
import { isCnpj, isCpf } from '../world/documents.ts';
import { CardError } from './errors.ts';
import type { Customer, Interval } from './model.ts';
import { type Scenario, scenarioOf } from './scenarios.ts';

export type ChargeForm = {
  amount: number;
  externalId: string;
  postbackUrl: string | null;
  customer: Omit<Customer, 'id'>;
  installments: number;
  recurrence: { interval: Interval; endDate: string | null } | null;
  /** The only trace of the card: the outcome its number selects. */
  scenario: Scenario;
};

type Node = Record<string, unknown>;

/** Reads nested JSON and collects every error, by field path and without the value. */
class Reader {
  readonly wrong: ErrorDetail[] = [];

  fail(field: string, message: string): void {
    this.wrong.push({ field, message });
  }

  node(parent: Node, name: string, path: string, needed = true): Node | null {
    const value = parent[name];
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Node;
    if (needed || (value !== undefined && value !== null)) this.fail(path, 'deve ser um objeto');
    return null;
  }

  text(parent: Node, path: string, needed = false, most = 255): string | null {
    const value = parent[path.slice(path.lastIndexOf('.') + 1)];
    if (value === undefined || value === null || value === '') {
      if (needed) this.fail(path, 'é obrigatório');
      return null;
    }
    if (typeof value === 'string' && value.length <= most) return value;
    this.fail(path, `deve ser um texto de até ${most} caracteres`);
    return null;
  }

  integer(parent: Node, path: string, least: number, most: number, usual?: number): number {
    const value = parent[path.slice(path.lastIndexOf('.') + 1)] ?? usual;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    this.fail(path, `deve ser um inteiro de ${least} a ${most}`);
    return least;
  }

  matching(parent: Node, path: string, pattern: RegExp, message: string): string {
    const value = this.text(parent, path, true);
    if (value === null || pattern.test(value)) return value ?? '';
    this.fail(path, message);
    return '';
  }
}

const ADDRESS = ['street', 'number', 'zipCode', 'city', 'state', 'country', 'district'];

function addressOf(read: Reader, customer: Node): Record<string, string> | null {
  const node = read.node(customer, 'address', 'customer.address', false);
  if (!node) return null;
  const entries = [...ADDRESS, 'complement'].map((name) => [
    name,
    read.text(node, `customer.address.${name}`, name !== 'complement'),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

function customerOf(read: Reader, body: Node): Omit<Customer, 'id'> {
  const node = read.node(body, 'customer', 'customer') ?? {};
  const identity = read.text(node, 'customer.identity');
  const identityType = read.text(node, 'customer.identityType');
  const checks: Record<string, (text: string) => boolean> = { CPF: isCpf, CNPJ: isCnpj };
  if (identity !== null && checks[identityType ?? '']?.(identity) === false) {
    read.fail('customer.identity', `não é um ${identityType} válido`);
  }
  const email = read.text(node, 'customer.email');
  if (email !== null && !/^[^@\s]+@[^@\s]+$/.test(email)) read.fail('customer.email', 'não é um e-mail');
  return {
    name: read.text(node, 'customer.name', 'customer' in body) ?? '',
    ...{ identity, identityType, email },
    birthdate: read.text(node, 'customer.birthdate'),
    phone: read.text(node, 'customer.phone', false, 30),
    address: addressOf(read, node),
  };
}

function checkCart(read: Reader, body: Node): void {
  if (!Array.isArray(body.cart) || body.cart.length === 0) {
    read.fail('cart', 'deve ter ao menos um item');
    return;
  }
  body.cart.forEach((value: unknown, place) => {
    const item = read.node({ item: value }, 'item', `cart.${place}`);
    if (!item) return;
    read.text(item, `cart.${place}.name`, true);
    read.text(item, `cart.${place}.sku`, true);
    read.integer(item, `cart.${place}.quantity`, 1, 1_000_000);
    read.integer(item, `cart.${place}.unitPrice`, 0, 1_000_000_000);
  });
}

/** Reads the card and drops it; only the charge's outcome is returned. */
function scenarioIn(read: Reader, payment: Node, amount: number): Scenario {
  const path = 'creditCardPayment.card';
  const card = read.node(payment, 'card', path);
  if (!card) return { first: 'number' };
  const number = read.matching(card, `${path}.number`, /^\d{13,19}$/, 'deve ter de 13 a 19 dígitos');
  read.text(card, `${path}.holder`, true, 100);
  read.matching(card, `${path}.expiration`, /^(0[1-9]|1[0-2])\/20\d{2}$/, 'deve ter a forma MM/AAAA');
  read.matching(card, `${path}.cvv`, /^\d{3,4}$/, 'deve ter 3 ou 4 dígitos');
  return scenarioOf(amount, number);
}

function recurrenceOf(read: Reader, body: Node, installments: number, now: number): ChargeForm['recurrence'] {
  const node = read.node(body, 'recurrence', 'recurrence', false);
  if (!node) return null;
  const interval = read.matching(
    node,
    'recurrence.interval',
    /^(Monthly|Annual)$/,
    'deve ser Monthly ou Annual',
  );
  const endDate = read.text(node, 'recurrence.endDate');
  const end = endDate === null ? now : Date.parse(`${endDate}T23:59:59.999-03:00`);
  if (endDate !== null && (!/^\d{4}-\d{2}-\d{2}$/.test(endDate) || Number.isNaN(end))) {
    read.fail('recurrence.endDate', 'deve ter a forma AAAA-MM-DD');
  } else if (end < now) read.fail('recurrence.endDate', 'deve estar no futuro');
  if (installments !== 1) read.fail('creditCardPayment.installments', 'deve ser 1 com recorrência');
  return { interval: interval === 'Annual' ? 'ANNUAL' : 'MONTHLY', endDate };
}

/** Reads POST /charges; throws 400 with every field error. `now` in epoch ms. */
export function readChargeForm(value: unknown, now: number): ChargeForm {
  const read = new Reader();
  const body = read.node({ value }, 'value', 'body') ?? {};
  const amount = read.integer(body, 'amount', 1, 100_000_000);
  const externalId = read.text(body, 'externalId', true, 100) ?? '';
  read.matching(body, 'paymentType', /^creditcard$/, 'deve ser creditcard');
  const postbackUrl = read.text(body, 'postbackUrl', false, 2048);
  if (postbackUrl !== null && !(URL.canParse(postbackUrl) && /^https?:/.test(postbackUrl))) {
    read.fail('postbackUrl', 'deve ser uma URL http ou https');
  }
  const customer = customerOf(read, body);
  checkCart(read, body);
  const payment = read.node(body, 'creditCardPayment', 'creditCardPayment') ?? {};
  const installments = read.integer(payment, 'creditCardPayment.installments', 1, 12, 1);
  if (payment.authenticate !== undefined && typeof payment.authenticate !== 'boolean') {
    read.fail('creditCardPayment.authenticate', 'deve ser true ou false');
  }
  const scenario =
    'creditCardPayment' in body ? scenarioIn(read, payment, amount) : { first: 'number' as const };
  const recurrence = recurrenceOf(read, body, installments, now);
  if (read.wrong.length > 0) throw new CardError(400, 'Dados inválidos.', read.wrong);
  return { amount, externalId, postbackUrl, customer, installments, recurrence, scenario };
}
