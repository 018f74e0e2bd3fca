import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { type Answer, type Client, openClient } from '../test-client.ts';

/** Files of the client certificate to show; null: none. */
export type Shown = { certificate: string; key: string } | null;

export type CardClient = Client & {
  token: string;
  card(
    method: string,
    path: string,
    body?: unknown,
    options?: { headers?: Record<string, string>; shown?: Shown },
  ): Promise<Answer>;
  /** Fetches a token, which later calls send. */
  signIn(shown?: Shown): Promise<Answer>;
  /** Calls the control API for the card. */
  steer(name: string, body: Record<string, unknown>): Promise<Answer>;
};

export const CARD = {
  number: '4111111111111111',
  holder: 'MARCADA DE TESTE',
  expiration: '07/2031',
  cvv: '739',
};

/** A charge that is paid at once; `change` overrides its fields. */
export function chargeBody(change: Record<string, unknown> = {}, card: Record<string, unknown> = {}) {
  return {
    amount: 4200,
    paymentType: 'creditcard',
    externalId: 'pedido-1',
    customer: {
      name: 'Ana Souza',
      identity: '52998224725',
      identityType: 'CPF',
      email: 'ana@exemplo.com.br',
    },
    cart: [{ name: 'Caderno', quantity: 2, sku: 'CAD-1', unitPrice: 2100 }],
    creditCardPayment: { installments: 1, authenticate: false, card: { ...CARD, ...card } },
    ...change,
  };
}

/** Starts a simulator and a signed-in client of its card API, for tests. */
export async function openCardClient(options: Parameters<typeof openClient>[0] = {}): Promise<CardClient> {
  const client = await openClient({ speed: 0, transactions: 100, ...options });
  const { baseUrl, clientId, clientSecret, clientCert, clientKey, ca } = client.sandbox.ready.card;
  const own = { certificate: clientCert, key: clientKey };
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const all: CardClient = {
    ...client,
    token: '',
    card(method, path, body, { headers, shown = own } = {}) {
      const agent = new Agent({
        ca: readFileSync(ca),
        ...(shown ? { cert: readFileSync(shown.certificate), key: readFileSync(shown.key) } : {}),
      });
      const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
      const sent = headers ?? { Authorization: `Bearer ${all.token}` };
      return exchange(
        `${baseUrl}${path}`,
        { method, agent, headers: { 'Content-Type': 'application/json', ...sent } },
        text,
      );
    },
    async signIn(shown = own) {
      const answer = await all.card(
        'POST',
        '/token',
        { grant_type: 'client_credentials' },
        { headers: { Authorization: basic }, shown },
      );
      all.token = answer.json.access_token ?? answer.json.data?.accessToken;
      return answer;
    },
    steer: (name, body) => client.control(name, { api: 'card', ...body }),
  };
  await all.signIn();
  return all;
}

function exchange(
  url: string,
  options: { method: string; agent: Agent; headers: Record<string, string> },
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        options.agent.destroy();
        const text = Buffer.concat(chunks).toString('utf8');
        const headers = new Headers(response.headers as Record<string, string>);
        resolve({ status: response.statusCode ?? 0, text, headers, json: parsed(text) });
      });
    });
    call.on('error', (error) => {
      options.agent.destroy();
      reject(error);
    });
    call.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
