import { only } from '../lean-dialect.ts';
import { inside, rowsInside, type Writing, wrapped } from '../wrapped-dialect.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
type Json = any;
type Converter = (json: Json) => Json;

/** Document 3: cents. */
const WRITING: Writing = { money: (amount) => amount, shown: new Set() };
const as = (own: string) => (json: Json) => wrapped(json, WRITING, own);
const within = (own: string) => (json: Json) => inside(own, as(own)(json));
export const wrappedCharge = as('charge');
export const leanCharge = only(
  'id externalId amount createdAt customer.name creditCardPayment.status recurrence.recurrentPaymentId',
);
const RECURRENCE = '/charges/recurrences/:recurrentPaymentId';
const leanRecurrence = only('recurrentPaymentId status amount');
const [charge, recurrence] = [within('charge'), within('recurrence')];

export const WRAPPED: Record<string, Converter> = {
  'POST /charges': charge,
  'GET /charges/:id': charge,
  'PUT /charges/:id/reverse': charge,
  'GET /charges': ({ charges, ...paging }) => rowsInside('charge', charges.map(wrappedCharge), { paging }),
  [`GET ${RECURRENCE}`]: recurrence,
  [`PUT ${RECURRENCE}/amount`]: recurrence,
  [`PUT ${RECURRENCE}/deactivate`]: recurrence,
  [`PUT ${RECURRENCE}/reactivate`]: recurrence,
  'POST /token': (token) => inside('token', token),
  'GET /currencies/:code/rate': ({ code, rate }) => inside('currency', { code, rate }),
  'GET /currencies/:code/convert': ({ code, rate, convertedAmount }) =>
    inside('conversion', { code, rate, convertedAmount: { value: convertedAmount, currency: 'BRL' } }),
};

export const LEAN: Record<string, Converter> = {
  'POST /charges': leanCharge,
  'GET /charges/:id': leanCharge,
  'PUT /charges/:id/reverse': leanCharge,
  'GET /charges': ({ charges, total }) => ({ total: String(total), charges: charges.map(leanCharge) }),
  [`GET ${RECURRENCE}`]: leanRecurrence,
  [`PUT ${RECURRENCE}/amount`]: leanRecurrence,
  [`PUT ${RECURRENCE}/deactivate`]: leanRecurrence,
  [`PUT ${RECURRENCE}/reactivate`]: leanRecurrence,
  'POST /token': only('access_token expires_in'),
  'GET /currencies/:code/convert': only('convertedAmount'),
  'GET /currencies/:code/rate': ({ rate }) => ({ bid: String(rate.bid), ask: String(rate.ask) }),
};
