import { randomUUID } from 'node:crypto';
import { type APIRequestContext, request } from '@playwright/test';
import type { Ready } from '../../e2e/support/product.ts';
import { signIn } from '../../e2e/support/sign-in.ts';

/** The merchant's receiver that stops answering in the pictures. */
export const HOOK = { url: 'https://caixa.example/avisos', host: 'caixa.example' };
const ACCOUNT = '/api/accounts/pix';

type Deposit = { id: string; clientReference: string | null; payer?: { document: string | null } | null };

/** What is made to happen at the simulated provider, and the product's own API as an administrator. */
export class World {
  readonly api: APIRequestContext;
  readonly #product: Ready;
  readonly #provider: APIRequestContext;
  #deposits: Deposit[] = [];
  #charges = 0;

  private constructor(product: Ready, api: APIRequestContext, provider: APIRequestContext) {
    this.#product = product;
    this.api = api;
    this.#provider = provider;
  }

  static async of(product: Ready): Promise<World> {
    const api = await request.newContext({ baseURL: product.url, extraHTTPHeaders: { origin: product.url } });
    await signIn(api, product, 'admin');
    const provider = await request.newContext({
      extraHTTPHeaders: {
        'x-sandbox-control': '1',
        authorization: `Bearer ${product.simulator?.pix.accessToken}`,
      },
    });
    return new World(product, api, provider);
  }

  /** Received payments, newest first, each given once. */
  async deposit(): Promise<Deposit> {
    if (this.#deposits.length === 0) this.#deposits = await this.#completed();
    const next = this.#deposits.shift();
    if (next === undefined) throw new Error('The simulator shows no deposit.');
    return next;
  }

  /** A dispute over a received payment, due in these hours: its id. */
  async dispute(hours: number, situation = 'Golpe'): Promise<string> {
    const { id } = await this.deposit();
    const { dispute } = await this.control('dispute', { transactionId: id, hours, situation });
    const opened = (dispute as { id: string }).id;
    await this.until(async () => (await this.api.get(`${ACCOUNT}/disputes/${opened}`)).ok());
    return opened;
  }

  /** Paid charges whose receiver answers 503 until `repair`; returns when their failures are in the history. */
  async failing(amounts: readonly number[]): Promise<string[]> {
    await this.control('fail-deliveries', { url: HOOK.url, kind: 'status', status: 503, untilMs: 3_600_000 });
    const ids: string[] = [];
    for (const amount of amounts) {
      this.#charges += 1;
      const clientReference = `pedido-${48_200 + this.#charges}`;
      const { id } = await this.#created({ amount, callbackUrl: HOOK.url, clientReference });
      await this.control('pay', { transactionId: id });
      ids.push(id);
    }
    await this.until(async () => {
      const { items } = await this.#read(`${ACCOUNT}/deliveries/incidents`);
      const ours = (items as { host: string; transactions: number }[]).find(({ host }) => host === HOOK.host);
      return (ours?.transactions ?? 0) >= amounts.length;
    });
    return ids;
  }

  repair = () => this.control('clear', { all: true });

  /** A resend of these transactions, asked for over the product's API: its id. */
  async resend(transactionIds: readonly string[]): Promise<string> {
    const answer = await this.api.post(`${ACCOUNT}/resends`, {
      data: { scope: 'selection', transactionIds, everything: true },
      headers: { 'idempotency-key': randomUUID() },
    });
    if (answer.status() !== 202) throw new Error(`resend: ${answer.status()} ${await answer.text()}`);
    const { id } = (await answer.json()) as { id: string };
    await this.until(async () => (await this.#read(`${ACCOUNT}/resends/${id}`)).state === 'completed');
    return id;
  }

  /** The newest failed record of the failing receiver: its id. */
  async failedDelivery(): Promise<string> {
    const query = `outcome=failed&url=${encodeURIComponent(HOOK.url)}`;
    const { items } = await this.#read(`${ACCOUNT}/deliveries?${query}`);
    const [first] = items as { id: string }[];
    if (first === undefined) throw new Error('No failed delivery.');
    return first.id;
  }

  async control(name: string, body: object): Promise<Record<string, unknown>> {
    const answer = await this.#provider.post(`${this.#product.simulator?.controlUrl}/${name}`, {
      data: body,
    });
    if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }

  async until(holds: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + 60_000; Date.now() < end; ) {
      if (await holds()) return;
      await new Promise((done) => setTimeout(done, 500));
    }
    throw new Error('It did not come about within a minute.');
  }

  async #completed(): Promise<Deposit[]> {
    const { items } = await this.#read(`${ACCOUNT}/transactions?status=COMPLETED&type=DEPOSIT&limit=50`);
    return (items as Deposit[]).filter(({ clientReference }) => clientReference !== null);
  }

  async #created(charge: object): Promise<{ id: string }> {
    const answer = await this.#provider.post(`${this.#product.simulator?.pix.baseUrl}/pix`, { data: charge });
    if (!answer.ok()) throw new Error(`pix: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  }

  async #read(path: string): Promise<Record<string, unknown>> {
    const answer = await this.api.get(path);
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }
}
