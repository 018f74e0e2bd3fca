import { randomBytes } from 'node:crypto';
import { PixError } from '../errors.ts';
import type { PixReply, PixRequest, PixRoute, SandboxClock, SandboxLog } from '../types.ts';
import { isFictionalUrl, isLoopbackHost } from './addresses.ts';
import { type Faults, faultAnswer } from './faults.ts';
import { type HttpSender, PRIVATE_REFUSED } from './http-sender.ts';
import type { OwnershipState, Webhook } from './model.ts';
import type { WebhookStore } from './webhook-store.ts';

export type OwnershipParts = {
  clock: SandboxClock;
  log: SandboxLog;
  webhooks: WebhookStore;
  faults: Faults;
  /** Rejects private addresses, and loopback too unless `allowsLoopback`. */
  sender: HttpSender;
  allowsLoopback: () => boolean;
};

/** Document 3: an endpoint proves that it belongs to the registrant before anything is delivered to it. */
export class OwnershipCheck {
  readonly #parts: OwnershipParts;
  readonly #running = new Set<Promise<unknown>>();

  constructor(parts: OwnershipParts) {
    this.#parts = parts;
  }

  /** Marks the webhook pending and starts the check in the background. */
  begin(webhook: Webhook): Webhook {
    const pending: Webhook = { ...webhook, ownership: { status: 'pending', detail: null, checkedAt: null } };
    this.#parts.webhooks.save(pending);
    const run = this.#check(pending).finally(() => this.#running.delete(run));
    this.#running.add(run);
    return pending;
  }

  /** Resolves when every running check has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  routes(): PixRoute[] {
    const path = '/sandbox/webhooks/:id/challenge';
    const read = (request: PixRequest): PixReply => ({ status: 200, json: this.#result(request) });
    const again = async (request: PixRequest): Promise<PixReply> => {
      await this.#check(this.#webhook(request));
      return { status: 200, json: this.#result(request) };
    };
    return [
      { method: 'GET', path, handle: read },
      { method: 'POST', path, handle: again },
    ];
  }

  #webhook({ params }: PixRequest): Webhook {
    const webhook = this.#parts.webhooks.get(params.id ?? '');
    if (!webhook) throw new PixError(404, 'PZG404', 'Webhook não encontrado.');
    return webhook;
  }

  #result(request: PixRequest): Record<string, unknown> {
    const { id, url, ownership, createdAt } = this.#webhook(request);
    const state = ownership ?? { status: 'verified', detail: null, checkedAt: createdAt };
    return { webhookId: id, url, ...state };
  }

  async #check(webhook: Webhook): Promise<void> {
    const { clock, webhooks, log } = this.#parts;
    const detail = await this.#fault(webhook.url);
    const now = webhooks.get(webhook.id);
    // The webhook was removed or its url changed during the check, so the result no longer applies.
    if (!now || now.url !== webhook.url) return;
    const checkedAt = new Date(clock.now()).toISOString();
    const ownership: OwnershipState = { status: detail === null ? 'verified' : 'failed', detail, checkedAt };
    webhooks.save({ ...now, ownership });
    log({
      at: clock.now(),
      kind: 'ownership',
      text: `${webhook.url}: ${detail ?? 'verificado'}`,
      target: webhook.id,
    });
  }

  /** Returns why the endpoint fails the check, or null. */
  async #fault(address: string): Promise<string | null> {
    const { faults, allowsLoopback, sender } = this.#parts;
    const url = new URL(address);
    const isLoopback = isLoopbackHost(url.hostname);
    if (isLoopback && !allowsLoopback()) return 'Endereços privados são recusados.';
    if (url.protocol !== 'https:' && !isLoopback) return 'A URL deve ser HTTPS pública.';
    const token = randomBytes(24).toString('base64url');
    const fault = faults.take(address);
    if (!fault && isFictionalUrl(address)) return null;
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Callback-Service/1.0',
      'X-Callback-Challenge': token,
    };
    const answer = fault ? faultAnswer(fault) : await sender.post(address, headers, '{}');
    if (answer.error === PRIVATE_REFUSED) return 'Endereços privados são recusados.';
    if (answer.status === 0) return `Sem resposta: ${answer.error ?? 'falha de conexão'}.`;
    if (answer.status >= 300 && answer.status < 400) return 'Redirecionamentos são recusados.';
    if (answer.status < 200 || answer.status >= 300) return `O endpoint respondeu ${answer.status}.`;
    return echoes(answer.responseBody, token) ? null : 'A resposta não devolveu o token do desafio.';
  }
}

/** True when the body is the token, or has it in the field `challenge`. */
function echoes(body: string, token: string): boolean {
  if (body.trim() === token) return true;
  try {
    const parsed: unknown = JSON.parse(body);
    return (
      typeof parsed === 'object' && parsed !== null && 'challenge' in parsed && parsed.challenge === token
    );
  } catch {
    return false;
  }
}
