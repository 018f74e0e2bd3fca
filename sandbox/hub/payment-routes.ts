import { isDocument } from '../world/documents.ts';
import { Body } from './body.ts';
import { checkCallback, checkRate, checkTicket, commonFields, found, repeated } from './creation.ts';
import type { Charge, Customer } from './model.ts';
import type { HubParts, HubRequest, HubRoute } from './parts.ts';
import { DATED, page, period } from './query.ts';
import { chargeJson } from './wire.ts';

function customerOf(body: Body): Customer {
  const inner = body.inner('customer');
  const name = inner.required('name', 80);
  const document = inner
    .required('document', 20)
    .replace(/[.\-/\s]/g, '')
    .toUpperCase();
  if (document !== '' && !isDocument(document)) inner.fail('document', 'must be a valid CPF or CNPJ');
  return { name, document, email: inner.text('email', 1, 120), phone: inner.text('phone', 1, 20) };
}

export function paymentRoutes(parts: HubParts): HubRoute[] {
  const { world, book } = parts;

  function create(request: HubRequest) {
    const body = new Body(request.body);
    const amount = body.requiredCents('amount');
    if (body.oneOf('method', ['PIX']) === null) body.fail('method', 'is required');
    const customer = customerOf(body);
    const description = body.text('description', 0, 140);
    body.text('ipAddress', 1, 45);
    const metadata = body.object('metadata') ?? {};
    const common = commonFields(parts, body);
    body.done();
    checkRate(parts, request, 'payment');
    const requested = { amount, customer, description };
    const { repeat, id } = repeated(parts, request, 'payment', common, requested);
    const known = id === null ? null : book.charge(id);
    if (known) return { status: 200, json: chargeJson(book, known) };
    checkTicket('payment', amount);
    checkCallback(parts, common);
    const made = world.run('charge', { word: world.nextWord(), ...requested, ...common, metadata, repeat });
    return { status: 201, json: chargeJson(book, made) };
  }

  function get({ params }: HubRequest) {
    const charge = found(book.charge(params.paymentId ?? ''), 'PAYMENT_NOT_FOUND');
    return { status: 200, json: chargeJson(book, charge) };
  }

  function list({ query }: HubRequest) {
    query.oneOf('method', ['PIX']);
    const status = query.oneOf('status', ['PENDING', 'PAID', 'REFUNDED', 'EXPIRED']);
    const search = query.text('search', 3, 120)?.toLowerCase();
    const externalRef = query.text('externalRef', 1, 64);
    const within = period(query);
    const fits = (one: Charge) =>
      (status === undefined || one.status === status) &&
      (externalRef === undefined || one.externalRef === externalRef) &&
      (search === undefined || isAbout(one, search)) &&
      within(one.createdAt);
    const { data, nextCursor } = page(book.charges.filter(fits), query, (one) => one.createdAt);
    return { status: 200, json: { data: data.map((one) => chargeJson(book, one)), nextCursor } };
  }

  return [
    {
      method: 'POST',
      path: '/transactions/payment',
      scope: 'PAYMENT_WRITE',
      operation: 'PAYMENT',
      handle: create,
    },
    {
      method: 'GET',
      path: '/transactions/payment',
      scope: 'PAYMENT_READ',
      query: [...DATED, 'method', 'search', 'externalRef'],
      handle: list,
    },
    { method: 'GET', path: '/transactions/payment/:paymentId', scope: 'PAYMENT_READ', handle: get },
  ];
}

function isAbout({ id, hookId, customer }: Charge, search: string): boolean {
  const digits = search.replace(/[.\-/\s]/g, '');
  return (
    id.includes(search) ||
    hookId.includes(search) ||
    customer.name.toLowerCase().includes(search) ||
    (digits.length >= 3 && customer.document.toLowerCase().includes(digits))
  );
}
