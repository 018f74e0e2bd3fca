import type { InputOf } from '#lib/api/endpoint.ts';
import { type CardText, cardErrors, wholeExpiration } from '#lib/card/rules.ts';
import { isDay, saoPauloDay } from '#lib/core/dates.ts';
import { type FormDescription, filledValues } from '#lib/core/form.ts';
import { cardDigits } from '#lib/core/masking/card-number.ts';
import { parseTypedBrl, readAmount } from '#lib/core/money.ts';
import { documentKind } from '#lib/core/pix/documents.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { callbackError } from '#lib/payments/field-rules.ts';

export type Item = { key: number; name: string; quantity: string; sku: string; unitPrice: string };
export const blankItem = (key: number): Item => ({ key, name: '', quantity: '1', sku: '', unitPrice: '' });
export const BLANK_CARD: CardText = { number: '', holder: '', expiration: '', cvv: '' };
export const BLANK_ORDER = {
  amount: '',
  reference: '',
  postbackUrl: '',
  name: '',
  document: '',
  email: '',
  phone: '',
  installments: '1',
  authenticate: false,
  repeat: 'once' as 'once' | 'Monthly' | 'Annual',
  endDate: '',
  items: [blankItem(0)],
};
export type OrderDraft = typeof BLANK_ORDER;
type CardDraft = OrderDraft & { card: CardText };

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

/** Errors by the field's API name; values are keys of `card.errors`. `now` is epoch ms. */
export function judge(order: OrderDraft, card: CardText, now: number): ReadonlyMap<string, string> {
  const cards = cardErrors({ ...card, expiration: wholeExpiration(card.expiration) }, now);
  const { document, email, endDate } = order;
  const recurs = order.repeat !== 'once';
  const errors: [string, string | null | false][] = [
    ['amount', readAmount(order.amount, { min: 1, max: null }).error],
    ['customer.name', order.name.trim() === '' && 'required'],
    ['customer.document', document.trim() !== '' && documentKind(document) === null && 'document_invalid'],
    [
      'customer.email',
      email.trim() !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && 'email_invalid',
    ],
    ['postbackUrl', callbackError(order.postbackUrl ?? '') !== null && 'url_invalid'],
    ['installments', !recurs && whole(order.installments, 99) === null && 'whole'],
    ['recurrence.endDate', recurs && endDate !== '' && lastDayError(endDate, now)],
    ...Object.entries(cards).map(([name, code]): [string, string | null] => [`card.${name}`, code]),
    ...order.items.flatMap(itemErrors),
  ];
  return new Map(errors.flatMap(([field, code]) => (code ? [[field, code] as const] : [])));
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

/** The order's request body, without the card. Requires a draft without errors. */
export function orderBody(order: OrderDraft) {
  const { repeat } = order;
  return {
    amount: readAmount(order.amount, { min: 1, max: null }).cents ?? 0,
    ...filledValues({ externalId: order.reference, postbackUrl: order.postbackUrl ?? '' }),
    installments: repeat === 'once' ? (whole(order.installments, 99) ?? 1) : 1,
    authenticate: order.authenticate,
    customer: {
      name: order.name.trim(),
      ...filledValues({ document: order.document, email: order.email, phone: order.phone }),
    },
    cart: order.items.map((item) => ({
      name: item.name.trim(),
      quantity: whole(item.quantity, 1_000_000) ?? 1,
      sku: item.sku.trim(),
      unitPrice: priceOf(item.unitPrice) ?? 0,
    })),
    ...(repeat === 'once'
      ? {}
      : { recurrence: { interval: repeat, ...filledValues({ endDate: order.endDate }) } }),
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
  validate: (_: unknown, draft: CardDraft, now: number) =>
    [...judge(draft, draft.card, now)].find(([of]) => of === member || of.startsWith(`${member}.`))?.[1] ??
    null,
});

/** Facts: now, epoch ms. The card is never stored; it is cleared once it was, or may have been, sent. */
export const cardChargeForm: FormDescription<
  CardDraft,
  number,
  InputOf<Endpoints['POST /card/charges'], 'body'>
> = {
  blank: { ...BLANK_ORDER, card: BLANK_CARD },
  fields: {
    amount: at('amount'),
    reference: { ...at('externalId'), kind: 'text', most: 64, mono: true, paste: 'reference' },
    postbackUrl: { ...at('postbackUrl'), paste: 'address' },
    name: { ...at('customer.name'), kind: 'text', most: 120 },
    document: { ...at('customer.document'), kind: 'text', most: 24, mono: true, paste: 'document' },
    email: { ...at('customer.email'), kind: 'text', most: 120, type: 'email', paste: 'email' },
    phone: { ...at('customer.phone'), kind: 'text', most: 30 },
    installments: at('installments'),
    authenticate: at('authenticate'),
    repeat: at('recurrence.interval'),
    endDate: at('recurrence.endDate'),
    items: at('cart'),
    card: { ...at('card'), secret: true },
  },
  body: (draft) => ({ ...orderBody(draft), card: cardBody(draft.card) }),
};
