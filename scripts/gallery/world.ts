import { randomUUID } from 'node:crypto';
import { type APIRequestContext, request } from '@playwright/test';
import { addDays, saoPauloDay } from '#lib/core/dates.ts';
import type { Ready, Role } from '../../e2e/support/product.ts';
import { signIn } from '../../e2e/support/sign-in.ts';

/** The merchant's receiver that stops answering in the pictures. */
export const HOOK = { url: 'https://caixa.example/avisos', host: 'caixa.example' };
const ACCOUNT = '/api/accounts/pix';

type Deposit = {
  id: string;
  clientReference: string | null;
  createdAt: string;
  amount: number;
  payer: { document: string | null };
};
type Charge = { id: string; clientReference: string };
/** A dispute and when its payment was created. */
export type Dispute = { id: string; paidAt: string };

/** A person's order of some value. */
const isPurchase = ({ clientReference, amount, payer }: Deposit) =>
  clientReference?.startsWith('pedido-') === true && amount > 20_000 && /^\*{3}\./.test(payer.document ?? '');

/** Causes events at the simulated provider, and calls the product's own API as an administrator. */
export class World {
  readonly api: APIRequestContext;
  /** Servers that run until the last picture. */
  readonly endpoints: { close: () => void }[] = [];
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

  get url(): string {
    return this.#product.url;
  }

  /** The product's API, signed in just now as this role; null: not signed in. */
  async as(role: Role | null): Promise<APIRequestContext> {
    const { url } = this;
    const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
    if (role !== null) await signIn(api, this.#product, role);
    return api;
  }

  /**
   * A received payment from some days ago, old enough for its goods to have arrived. Each is returned once.
   */
  async deposit(): Promise<Deposit> {
    if (this.#deposits.length === 0) this.#deposits = await this.#completed();
    const next = this.#deposits.shift();
    if (next === undefined) throw new Error('The simulator shows no deposit.');
    return next;
  }

  /** A dispute over a received payment, due in this many hours. */
  async dispute(hours: number, situation = 'Golpe'): Promise<Dispute> {
    const { id, createdAt } = await this.deposit();
    const { dispute } = await this.control('dispute', { transactionId: id, hours, situation });
    const opened = (dispute as { id: string }).id;
    await this.until(async () => (await this.api.get(`${ACCOUNT}/disputes/${opened}`)).ok());
    return { id: opened, paidAt: createdAt };
  }

  /** Waits until the week's deliveries are counted, when the index of the history reaches that far back. */
  async indexed(): Promise<void> {
    await this.until(async () => {
      const { items } = await this.#read(`${ACCOUNT}/webhooks`);
      return (items as { week: object | null }[]).every(({ week }) => week !== null);
    }, 300_000);
  }

  /**
   * Paid charges whose receiver answers 503 until `repair`. Resolves when the failures are in the history.
   */
  async failing(amounts: readonly number[]): Promise<Charge[]> {
    await this.control('fail-deliveries', { url: HOOK.url, kind: 'status', status: 503, untilMs: 3_600_000 });
    const charges: Charge[] = [];
    for (const amount of amounts) {
      this.#charges += 1;
      const clientReference = `pedido-${48_200 + this.#charges}`;
      const { id } = await this.#created({ amount, callbackUrl: HOOK.url, clientReference });
      await this.control('pay', { transactionId: id });
      charges.push({ id, clientReference });
    }
    await this.until(async () => {
      const { items } = await this.#read(`${ACCOUNT}/deliveries/incidents`);
      const ours = (items as { host: string; transactions: number }[]).find(({ host }) => host === HOOK.host);
      return (ours?.transactions ?? 0) >= amounts.length;
    });
    return charges;
  }

  repair = () => this.control('clear', { all: true });

  /** Requests a resend of these transactions over the product's API; returns its id. */
  async resend(charges: readonly Charge[]): Promise<string> {
    const transactionIds = charges.map(({ id }) => id);
    const answer = await this.api.post(`${ACCOUNT}/resends`, {
      data: { scope: 'selection', transactionIds, everything: true },
      headers: { 'idempotency-key': randomUUID() },
    });
    if (answer.status() !== 202) throw new Error(`resend: ${answer.status()} ${await answer.text()}`);
    const { id } = (await answer.json()) as { id: string };
    await this.until(async () => (await this.#read(`${ACCOUNT}/resends/${id}`)).state === 'completed');
    return id;
  }

  /** Id of a failed record of this charge at the failing receiver. */
  async failedDelivery({ id }: Charge): Promise<string> {
    const query = `outcome=failed&transactionId=${id}&url=${encodeURIComponent(HOOK.url)}`;
    let found: { id: string } | undefined;
    await this.until(async () => {
      const { items } = await this.#read(`${ACCOUNT}/deliveries?${query}`);
      [found] = items as { id: string }[];
      return found !== undefined;
    });
    return found?.id ?? '';
  }

  async control(name: string, body: object): Promise<Record<string, unknown>> {
    const answer = await this.#provider.post(`${this.#product.simulator?.controlUrl}/${name}`, {
      data: body,
    });
    if (!answer.ok()) throw new Error(`${name}: ${answer.status()} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }

  async until(holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
    for (const end = Date.now() + withinMs; Date.now() < end; ) {
      if (await holds()) return;
      await new Promise((done) => setTimeout(done, 500));
    }
    throw new Error(`It did not come about within ${withinMs} ms.`);
  }

  async #completed(): Promise<Deposit[]> {
    const today = saoPauloDay(Date.now());
    const period = `from=${addDays(today, -9)}&to=${addDays(today, -6)}`;
    const query = `status=COMPLETED&type=DEPOSIT&limit=200&${period}`;
    const { items } = await this.#read(`${ACCOUNT}/transactions?${query}`);
    return (items as Deposit[]).filter(isPurchase);
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
