import { CardError } from './errors.ts';

/**
 * The `bare` dialect of document 3, which shows only the token, a created charge and a recurrence's amount.
 * Everything else has this service's own paths and field names; it cannot list charges or read a recurrence.
 */

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
type Json = any;
type Call = { method: string; path: string; query: URLSearchParams };

const RECURRENCE = /^\/charges\/recurrences\/([^/]+)\/(amount|pause|resume)$/;
const CHARGE = /^\/charges\/([^/]+)(\/refund)?$/;
const QUOTE = /^\/currencies\/([^/]+)\/quote$/;

const withQuery = (query: URLSearchParams, values: Record<string, unknown>): URLSearchParams => {
  const present = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams([...query, ...present.map(([name, value]) => [name, String(value)])]);
};

/** Maps a bare call to the plain call; null when this service has no such call. */
export function toPlainCall({ method, path, query }: Call, body: unknown): Call | null {
  const call = `${method} ${path}`;
  if (call === 'POST /charges') return { method, path, query };
  if (call === 'GET /currencies/conversion' && query.get('to') === 'BRL')
    return { method, path: `/currencies/${query.get('from') ?? ''}/convert`, query };
  const [, code] = (method === 'GET' && QUOTE.exec(path)) || [];
  if (code !== undefined) return { method, path: `/currencies/${code}/rate`, query };
  const [, recurrence, what] = (method === 'PUT' && RECURRENCE.exec(path)) || [];
  if (recurrence !== undefined) {
    const plain = what === 'pause' ? 'deactivate' : what === 'resume' ? 'reactivate' : 'amount';
    return { method, path: `/charges/recurrences/${recurrence}/${plain}`, query };
  }
  const [, charge, refund] = CHARGE.exec(path) ?? [];
  if (charge === undefined || charge === 'recurrences') return null;
  if (method === 'GET' && refund === undefined) return { method, path, query };
  if (method !== 'POST' || refund === undefined) return null;
  const { amount } = (body ?? {}) as { amount?: unknown };
  return { method: 'PUT', path: `/charges/${charge}/reverse`, query: withQuery(query, { amount }) };
}

/** Document 3: "exchanges client_id and client_secret for a JWT". This dialect takes them in the body. */
export function bareCredentials(body: unknown): string {
  const { client_id: id, client_secret: secret } = (body ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof secret !== 'string')
    throw new CardError(400, 'client_id e client_secret são obrigatórios.');
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

const WORDS: Record<number, string> = {
  ...{ 0: 'PROCESSING_ERROR', 1: 'AUTHORIZED', 2: 'CAPTURED', 3: 'DECLINED', 10: 'CANCELLED' },
  ...{ 11: 'REVERSED', 12: 'AWAITING_ISSUER', 13: 'ABORTED' },
};

export function bareCharge(json: Json): Json {
  const { creditCardPayment: payment, customer, recurrence, chargebacks } = json;
  return {
    card_charge: {
      card_charge_id: json.id,
      order_reference: json.externalId,
      charged_amount: String(json.amount),
      situation: WORDS[payment.status] ?? String(payment.status),
      reason: { code: String(payment.reasonCode), description: payment.reasonMessage },
      acquirer: {
        ...{ code: payment.returnCode, message: payment.returnMessage },
        nsu: payment.acquirerTransactionId,
      },
      ...(json.reversedAmount > 0 ? { refund: { amount: String(json.reversedAmount) } } : {}),
      buyer: {
        ...{ full_name: customer.name, tax_id: customer.identity, tax_id_type: customer.identityType },
        ...{ email_address: customer.email, phone_number: customer.phone },
      },
      ...(recurrence === null
        ? {}
        : { subscription: { id: recurrence.recurrentPaymentId, cycle: String(json.recurrenceCycle) } }),
      ...(chargebacks.length > 0 ? { contestations: chargebacks } : {}),
      notification_url: json.postbackUrl,
      created_on: json.createdAt,
      last_update: json.updatedAt,
    },
    warnings: [],
  };
}

export const BARE: Record<string, (json: Json) => Json> = {
  'POST /token': ({ access_token, expires_in }) => ({
    token: { jwt: access_token, expires_in_seconds: String(expires_in) },
  }),
  'POST /charges': bareCharge,
  'GET /charges/:id': bareCharge,
  'PUT /charges/:id/reverse': bareCharge,
  'PUT /charges/recurrences/:recurrentPaymentId/amount': ({ recurrentPaymentId, amount }) => ({
    recurrence: { subscription_id: recurrentPaymentId, amount_per_cycle: String(amount) },
  }),
  'GET /currencies/:code/rate': ({ code, rate }) => ({
    quote: { currency_code: code, purchase: String(rate.bid), sale: String(rate.ask) },
  }),
  'GET /currencies/:code/convert': ({ convertedAmount, rate }) => ({
    exchange: { rate: String(rate), amount_in_brl: String(convertedAmount) },
  }),
};
