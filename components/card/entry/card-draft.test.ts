import { describe, expect, it } from 'vitest';
import { NewCardCharge } from '#lib/card/contract.ts';
import { fieldErrorsIn } from '#lib/core/form.ts';
import {
  BLANK_CARD,
  BLANK_ORDER,
  cardBody,
  cardChargeForm,
  cartTotal,
  judge,
  type OrderDraft,
  orderBody,
} from './card-draft.ts';

const NOW = Date.parse('2026-11-19T15:00:00Z');
const CARD = { number: '4111 1111 1111 1111', holder: ' ANA S ', expiration: '11/26', cvv: '739' };
const ORDER: OrderDraft = {
  ...BLANK_ORDER,
  amount: '42,00',
  name: 'Ana Souza',
  items: [{ key: 0, name: 'Caderno', quantity: '2', sku: 'CAD-1', unitPrice: '21,00' }],
};

it('D: a postback address is judged while it is typed and goes along', () => {
  expect(judge({ ...ORDER, postbackUrl: 'loja' }, CARD, NOW).get('postbackUrl')).toBe('url_invalid');
  const good = { ...ORDER, postbackUrl: 'https://loja.example/c' };
  expect([...judge(good, CARD, NOW)]).toEqual([]);
  expect(orderBody(good)).toMatchObject({ postbackUrl: 'https://loja.example/c' });
  expect(orderBody(ORDER)).not.toHaveProperty('postbackUrl');
});

describe('judge', () => {
  it('finds nothing wrong with a whole order and a card of this month', () => {
    expect([...judge(ORDER, CARD, NOW)]).toEqual([]);
    expect(cardBody(CARD)).toEqual({
      number: '4111111111111111',
      holder: 'ANA S',
      expiration: '11/2026',
      cvv: '739',
    });
  });

  it.each([
    ['card.number', { number: '4111 1111 1111 1112' }, 'card_number_invalid'],
    ['card.expiration', { expiration: '10/2026' }, 'card_expired'],
    ['card.expiration', { expiration: '13/2030' }, 'expiration_invalid'],
    ['card.cvv', { cvv: '7391' }, 'cvv_invalid'],
    ['card.cvv', { number: '378282246310005' }, 'cvv_invalid'],
    ['card.holder', { holder: ' ' }, 'required'],
  ])('names %s %j', (field, change, error) => {
    expect([...judge(ORDER, { ...CARD, ...change }, NOW)]).toEqual([[field, error]]);
  });

  it.each([
    ['amount', { amount: '' }, 'required'],
    ['customer.name', { name: '' }, 'required'],
    ['customer.document', { document: '529.982.247-24' }, 'document_invalid'],
    ['customer.email', { email: 'ana@' }, 'email_invalid'],
    ['installments', { installments: '0' }, 'whole'],
    ['recurrence.endDate', { repeat: 'Monthly', endDate: '2026-11-19' }, 'day_past'],
    ['recurrence.endDate', { repeat: 'Annual', endDate: '31/02/2027' }, 'day_unreadable'],
    ['recurrence.endDate', { repeat: 'Annual', endDate: '2027-02-31' }, 'day_unreadable'],
  ])('names %s %j', (field, change, error) => {
    expect([...judge({ ...ORDER, ...change } as OrderDraft, CARD, NOW)]).toEqual([[field, error]]);
  });

  it('asks for everything of a blank form', () => {
    const fields = [...judge(BLANK_ORDER, BLANK_CARD, NOW).keys()];
    expect(fields).toEqual(
      expect.arrayContaining([
        'amount',
        'customer.name',
        'card.number',
        'card.cvv',
        'cart.0.name',
        'cart.0.sku',
      ]),
    );
  });
});

it('sends the order without the card, and one installment where it repeats', () => {
  const body = orderBody({ ...ORDER, installments: '6', repeat: 'Annual', reference: ' p-1 ' });
  expect(body).toEqual({
    amount: 4200,
    externalId: 'p-1',
    installments: 1,
    authenticate: false,
    customer: { name: 'Ana Souza' },
    cart: [{ name: 'Caderno', quantity: 2, sku: 'CAD-1', unitPrice: 2100 }],
    recurrence: { interval: 'Annual' },
  });
  expect(orderBody({ ...ORDER, installments: '6' })).toMatchObject({ installments: 6 });
  expect(cartTotal(ORDER.items)).toBe(4200);
  expect(cartTotal([...ORDER.items, { key: 1, name: '', quantity: '', sku: '', unitPrice: '' }])).toBeNull();
});

it('holds order and card in one form: a fault within an item or the card keeps it from being sent', () => {
  const draft = { ...ORDER, card: CARD };
  expect(fieldErrorsIn(cardChargeForm, draft, NOW).size).toBe(0);
  const [item] = ORDER.items;
  const wrong = { ...draft, items: [{ ...item, sku: '' }], card: { ...CARD, cvv: '' } } as typeof draft;
  expect([...fieldErrorsIn(cardChargeForm, wrong, NOW)]).toEqual([
    ['items', 'required'],
    ['card', 'required'],
  ]);
  const body = cardChargeForm.body(draft, NOW);
  expect(NewCardCharge.parse(body)).toMatchObject({ amount: 4200, card: cardBody(CARD) });
});
