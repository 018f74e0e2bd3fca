import type { InputOf } from '#lib/api/endpoint.ts';
import { type CardText, cardErrors, wholeExpiration } from '#lib/card/rules.ts';
import { isDay, saoPauloDay } from '#lib/core/dates.ts';
import type { FormDescription } from '#lib/core/form.ts';
import { cardDigits } from '#lib/core/masking/card-number.ts';
import { parseTypedBrl, readAmount } from '#lib/core/money.ts';
import { documentKind } from '#lib/core/pix/documents.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { callbackError } from '#lib/payments/field-rules.ts';

export type Item = { key: number; name: string; quantity: string; sku: string; unitPrice: string };
export type OrderDraft = {
  amount: string;
  reference: string;
  postbackUrl: string;
  name: string;
  document: string;
  email: string;
  phone: string;
  installments: string;
  authenticate: boolean;
  repeat: 'once' | 'Monthly' | 'Annual';
  endDate: string;
  items: Item[];
};
type CardDraft = OrderDraft & { card: CardText };

export const blankItem = (key: number): Item => ({ key, name: '', quantity: '1', sku: '', unitPrice: '' });
export const BLANK_CARD: CardText = { number: '', holder: '', expiration: '', cvv: '' };
export const BLANK_ORDER: OrderDraft = {
  amount: '',
  reference: '',
  postbackUrl: '',
  name: '',
  document: '',
  email: '',
  phone: '',
  installments: '1',
  authenticate: false,
  repeat: 'once',
  endDate: '',
  items: [blankItem(0)],
};

const whole = (text: string, most: number) => {
  const number = /^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return number >= 1 && number <= most ? number : null;
};

/** Unit price in cents; zero is allowed for gifts. */
const priceOf = (text: string) => (text.trim() === '' ? null : parseTypedBrl(text));

/** Total of all items in cents; null while one cannot be parsed. */
export function cartTotal(items: readonly Item[]): number | null {
  let total = 0;
  for (const { quantity, unitPrice } of items) {
    const [count, price] = [whole(quantity, 1_000_000), priceOf(unitPrice)];
    if (count === null || price === null) return null;
    total += count * price;
  }
  return total;
}

/** Errors by the field's API name; values are keys of `card.faults`. `now` is epoch ms. */
export function judge(order: OrderDraft, card: CardText, now: number): ReadonlyMap<string, string> {
  const cards = cardErrors({ ...card, expiration: wholeExpiration(card.expiration) }, now);
  const { document, email, endDate } = order;
  const recurs = order.repeat !== 'once';
  const found: [string, string | null | false][] = [
    ['amount', readAmount(order.amount, { min: 1, max: null }).fault],
    ['customer.name', order.name.trim() === '' && 'required'],
    ['customer.document', document.trim() !== '' && documentKind(document) === null && 'document_invalid'],
    [
      'customer.email',
      email.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && 'email_invalid',
    ],
    ['postbackUrl', callbackError(order.postbackUrl ?? '') !== null && 'url_invalid'],
    ['installments', !recurs && whole(order.installments, 99) === null && 'whole'],
    ['recurrence.endDate', recurs && endDate !== '' && lastDayError(endDate, now)],
    ...Object.entries(cards).map(([name, fault]): [string, string | null] => [`card.${name}`, fault]),
    ...order.items.flatMap((item, place) => itemErrors(item, place)),
  ];
  return new Map(found.flatMap(([field, fault]) => (fault ? [[field, fault] as const] : [])));
}

const lastDayError = (day: string, now: number) => {
  if (!isDay(day)) return 'day_unreadable';
  return day <= saoPauloDay(now) && 'day_past';
};

function itemErrors(item: Item, place: number): [string, string | false][] {
  const at = (name: string) => `cart.${place}.${name}`;
  const price = priceOf(item.unitPrice);
  return [
    [at('name'), item.name.trim() === '' && 'required'],
    [at('sku'), item.sku.trim() === '' && 'required'],
    [at('quantity'), whole(item.quantity, 1_000_000) === null && 'whole'],
    [at('unitPrice'), item.unitPrice.trim() === '' ? 'required' : price === null && 'amount_unreadable'],
  ];
}

const filled = <K extends string>(name: K, text: string) =>
  text.trim() === '' ? {} : ({ [name]: text.trim() } as { [P in K]: string });

/** The order's request body, without the card. Requires a draft without errors. */
export function orderBody(order: OrderDraft) {
  const { repeat } = order;
  return {
    amount: readAmount(order.amount, { min: 1, max: null }).cents ?? 0,
    ...filled('externalId', order.reference),
    ...filled('postbackUrl', order.postbackUrl ?? ''),
    installments: repeat === 'once' ? (whole(order.installments, 99) ?? 1) : 1,
    authenticate: order.authenticate,
    customer: {
      name: order.name.trim(),
      ...filled('document', order.document),
      ...filled('email', order.email),
      ...filled('phone', order.phone),
    },
    cart: order.items.map((item) => ({
      name: item.name.trim(),
      quantity: whole(item.quantity, 1_000_000) ?? 1,
      sku: item.sku.trim(),
      unitPrice: priceOf(item.unitPrice) ?? 0,
    })),
    ...(repeat === 'once' ? {} : { recurrence: { interval: repeat, ...filled('endDate', order.endDate) } }),
  };
}

export const cardBody = ({ number, holder, expiration, cvv }: CardText) => ({
  number: cardDigits(number),
  holder: holder.trim(),
  expiration: wholeExpiration(expiration),
  cvv: cvv.trim(),
});

/** Form field for a member of the body, including everything nested in it. */
const at = (member: string) => ({
  kind: 'own' as const,
  wire: [member],
  fault: (_: unknown, draft: CardDraft, now: number) =>
    [...judge(draft, draft.card, now)].find(([of]) => of === member || of.startsWith(`${member}.`))?.[1] ??
    null,
});

/**
 * `now` is epoch ms. The card data exists only in the page, and is cleared once it was, or may have been,
 * sent.
 */
export const cardChargeForm: FormDescription<
  CardDraft,
  number,
  InputOf<Endpoints['POST /card/charges'], 'body'>
> = {
  blank: { ...BLANK_ORDER, card: BLANK_CARD },
  fields: {
    amount: at('amount'),
    reference: { ...at('externalId'), paste: 'reference' },
    postbackUrl: { ...at('postbackUrl'), paste: 'address' },
    name: at('customer.name'),
    document: { ...at('customer.document'), paste: 'document' },
    email: { ...at('customer.email'), paste: 'email' },
    phone: at('customer.phone'),
    installments: at('installments'),
    authenticate: at('authenticate'),
    repeat: at('recurrence.interval'),
    endDate: at('recurrence.endDate'),
    items: at('cart'),
    card: { ...at('card'), secret: true },
  },
  body: (draft) => ({ ...orderBody(draft), card: cardBody(draft.card) }),
};
