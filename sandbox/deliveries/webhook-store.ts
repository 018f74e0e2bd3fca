import { randomBytes } from 'node:crypto';
import type { Journal } from '../types.ts';
import { hash } from './draw.ts';
import { RESERVED_EVENTS, selects, TRANSACTION_EVENTS } from './event-names.ts';
import type { Webhook } from './model.ts';
import { newSecret } from './signature.ts';

const KIND = 'deliveries.webhook';
const DAY_MS = 86_400_000;

/** The world's own endpoints. The second one has incidents. */
export const SEEDED_URLS = [
  'https://api.aroeira.example/pix/avisos',
  'https://erp.aroeira.example/integracoes/pix',
  'https://antifraude.aroeira.example/hooks/med',
] as const;

type Change = { removed: string } | { saved: Webhook };

/** Registered webhooks: the three seeded ones, overlaid with the journal's changes. */
export class WebhookStore {
  readonly #journal: Journal;
  readonly #seeded: Webhook[];
  readonly #webhooks = new Map<string, Webhook>();

  constructor(journal: Journal, seed: number, startedAt: number) {
    this.#journal = journal;
    this.#seeded = seededWebhooks(seed, startedAt);
    this.reset();
    journal.replay(KIND, (change: Change) => {
      if ('removed' in change) this.#webhooks.delete(change.removed);
      else this.#webhooks.set(change.saved.id, change.saved);
    });
  }

  /** Restores the three seeded webhooks; the caller empties the journal. */
  reset(): void {
    this.#webhooks.clear();
    for (const webhook of this.#seeded) this.#webhooks.set(webhook.id, webhook);
  }

  list(): Webhook[] {
    return [...this.#webhooks.values()];
  }

  get(id: string): Webhook | null {
    return this.#webhooks.get(id) ?? null;
  }

  save(webhook: Webhook): void {
    this.#webhooks.set(webhook.id, webhook);
    this.#journal.append(KIND, { saved: webhook });
  }

  remove(id: string): void {
    if (this.#webhooks.delete(id)) this.#journal.append(KIND, { removed: id });
  }

  /**
   * Returns the webhook if it may receive deliveries now: active, and verified if it has an ownership check.
   * Otherwise null.
   */
  deliverable(id: string): Webhook | null {
    const webhook = this.#webhooks.get(id);
    if (!webhook?.active) return null;
    return webhook.ownership && webhook.ownership.status !== 'verified' ? null : webhook;
  }

  /** Webhooks that receive this event; reserved events are never sent. */
  subscribers(event: string): Webhook[] {
    if (RESERVED_EVENTS.includes(event)) return [];
    return this.list().filter((webhook) => this.deliverable(webhook.id) && selects(webhook.events, event));
  }
}

export function newWebhookId(): string {
  return `wh_${randomBytes(12).toString('hex')}`;
}

export function seededWebhookId(seed: number, index: number): string {
  const part = (n: number) => hash(seed, 'webhook', index, n).toString(16).padStart(8, '0');
  return `wh_${part(0)}${part(1)}${part(2)}`;
}

function seededWebhooks(seed: number, startedAt: number): Webhook[] {
  const events = [[], TRANSACTION_EVENTS, ['INFRACTION_CHANGED', 'TRANSACTION_REFUNDED']];
  const ages = [400, 210, 2];
  return SEEDED_URLS.map((url, index) => {
    const createdAt = new Date(startedAt - (ages[index] ?? 1) * DAY_MS).toISOString();
    return {
      id: seededWebhookId(seed, index),
      url,
      active: true,
      events: [...(events[index] ?? [])],
      // No client can read the secret again, so it may change at a restart.
      secret: newSecret(),
      createdAt,
      updatedAt: createdAt,
      ownership: null,
    };
  });
}
