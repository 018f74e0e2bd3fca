import { invalid, PixError } from '../errors.ts';
import type { PixReply, PixRequest, PixRoute, SandboxClock } from '../types.ts';
import { isWebUrl } from './addresses.ts';
import { sentDetailJson } from './delivery-json.ts';
import { EVENT_NAMES } from './event-names.ts';
import type { History } from './history.ts';
import type { Webhook } from './model.ts';
import type { OwnershipCheck } from './ownership.ts';
import { newSecret } from './signature.ts';
import { newWebhookId, type WebhookStore } from './webhook-store.ts';

export type WebhookRouteParts = {
  clock: SandboxClock;
  webhooks: WebhookStore;
  history: History;
  /** Number of deliveries ever made to a webhook; null: to all. */
  quantity(webhookId: string | null): Promise<number>;
  /** Set for the sandbox base: new and changed urls must pass the ownership check first. */
  ownership: OwnershipCheck | null;
};

/** Document 4, 1.14. Both bases use the same registry. */
export class WebhookRoutes {
  readonly #parts: WebhookRouteParts;

  constructor(parts: WebhookRouteParts) {
    this.#parts = parts;
  }

  list(): PixRoute[] {
    const one = '/user/webhooks/:id';
    return [
      { method: 'GET', path: '/user/webhooks/sent/quantity', handle: (request) => this.#quantity(request) },
      { method: 'POST', path: '/user/webhooks', config: true, handle: (request) => this.#create(request) },
      { method: 'GET', path: '/user/webhooks', handle: (request) => this.#all(request) },
      { method: 'GET', path: one, handle: (request) => ok(webhookJson(this.#webhook(request))) },
      { method: 'PATCH', path: one, config: true, handle: (request) => this.#change(request) },
      { method: 'DELETE', path: one, config: true, handle: (request) => this.#remove(request) },
      {
        method: 'POST',
        path: `${one}/rotate-secret`,
        config: true,
        handle: (request) => this.#rotate(request),
      },
      { method: 'GET', path: `${one}/sent/:callbackId`, handle: (request) => this.#sent(request) },
    ];
  }

  #webhook({ params }: PixRequest): Webhook {
    const found = this.#parts.webhooks.get(params.id ?? '');
    if (!found) throw new PixError(404, 'PZG404', 'Webhook não encontrado.');
    return found;
  }

  #now(): string {
    return new Date(this.#parts.clock.now()).toISOString();
  }

  #create({ body }: PixRequest): PixReply {
    const input = fields(body);
    if (!isWebUrl(input.url)) throw invalid('url', 'url deve ser um endereço http ou https.');
    const at = this.#now();
    const webhook: Webhook = {
      id: newWebhookId(),
      url: input.url,
      active: flag(input, 'active', true),
      events: eventsOf(input) ?? [],
      secret: flag(input, 'generateSecret', false) ? newSecret() : null,
      createdAt: at,
      updatedAt: at,
      ownership: null,
    };
    if (this.#parts.ownership) this.#parts.ownership.begin(webhook);
    else this.#parts.webhooks.save(webhook);
    return { status: 201, json: { ...webhookJson(webhook), secret: webhook.secret } };
  }

  #all({ query }: PixRequest): PixReply {
    const active = query.get('active');
    if (active !== null && active !== 'true' && active !== 'false') {
      throw invalid('active', 'active deve ser true ou false.');
    }
    const list = this.#parts.webhooks.list();
    const wanted = list.filter((webhook) => active === null || String(webhook.active) === active);
    return ok({ webhooks: wanted.map(webhookJson) });
  }

  #change(request: PixRequest): PixReply {
    const known = this.#webhook(request);
    const input = fields(request.body);
    if (input.url === undefined && input.active === undefined && input.events === undefined) {
      throw invalid('url', 'Envie ao menos um de: url, active, events.');
    }
    if (input.url !== undefined && !isWebUrl(input.url)) {
      throw invalid('url', 'url deve ser um endereço http ou https.');
    }
    const changed: Webhook = {
      ...known,
      url: input.url ?? known.url,
      active: flag(input, 'active', known.active),
      events: eventsOf(input) ?? known.events,
      updatedAt: this.#now(),
    };
    if (this.#parts.ownership && changed.url !== known.url) this.#parts.ownership.begin(changed);
    else this.#parts.webhooks.save(changed);
    return ok(webhookJson(changed));
  }

  #remove(request: PixRequest): PixReply {
    this.#parts.webhooks.remove(this.#webhook(request).id);
    return { status: 204 };
  }

  #rotate(request: PixRequest): PixReply {
    const secret = newSecret();
    this.#parts.webhooks.save({ ...this.#webhook(request), secret, updatedAt: this.#now() });
    return ok({ secret });
  }

  async #quantity({ query }: PixRequest): Promise<PixReply> {
    return ok({ quantity: await this.#parts.quantity(query.get('webhookId')) });
  }

  #sent(request: PixRequest): PixReply {
    const webhook = this.#webhook(request);
    const found = this.#parts.history.get(request.params.callbackId ?? '');
    if (found?.webhookId !== webhook.id) throw new PixError(404, 'PZG404', 'Callback não encontrado.');
    return ok({ sentWebhookDetails: sentDetailJson(found) });
  }
}

function ok(json: unknown): PixReply {
  return { status: 200, json };
}

function webhookJson(webhook: Webhook): Record<string, unknown> {
  const { id, url, active, events, secret, createdAt, updatedAt } = webhook;
  return { id, url, active, events, hasSecret: secret !== null, createdAt, updatedAt };
}

function fields(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid('body', 'O corpo deve ser um objeto JSON.');
  }
  return body as Record<string, unknown>;
}

function flag(input: Record<string, unknown>, field: string, otherwise: boolean): boolean {
  const value = input[field] ?? otherwise;
  if (typeof value !== 'boolean') throw invalid(field, `${field} deve ser true ou false.`);
  return value;
}

function eventsOf(input: Record<string, unknown>): string[] | null {
  const { events } = input;
  if (events === undefined || events === null) return null;
  const known = Array.isArray(events) && events.every((event) => EVENT_NAMES.includes(event));
  if (!known) throw invalid('events', `events deve conter apenas: ${EVENT_NAMES.join(', ')}.`);
  return [...new Set(events as string[])];
}
