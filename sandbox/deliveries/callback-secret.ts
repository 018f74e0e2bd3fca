import { PixError } from '../errors.ts';
import type { Journal, PixRoute } from '../types.ts';
import { newSecret } from './signature.ts';

const KIND = 'deliveries.callback-secret';

/** The account's secret, which signs deliveries to a transaction's callbackUrl (document 1, Signature). */
export class CallbackSecret {
  readonly #journal: Journal;
  #secret: string | null = null;

  constructor(journal: Journal) {
    this.#journal = journal;
    journal.replay(KIND, (saved: { secret: string }) => {
      this.#secret = saved.secret;
    });
  }

  get value(): string | null {
    return this.#secret;
  }

  reset(): void {
    this.#secret = null;
  }

  routes(): PixRoute[] {
    return [
      {
        method: 'POST',
        path: '/user/callbacks/secret',
        config: true,
        handle: () => {
          if (this.#secret !== null) {
            throw new PixError(409, 'PZG409', 'Já existe um segredo de callback. Use a rotação.');
          }
          return { status: 201, json: { message: 'Segredo de callback criado.', secret: this.#renew() } };
        },
      },
      {
        method: 'PATCH',
        path: '/user/callbacks/secret/rotate',
        config: true,
        handle: () => {
          if (this.#secret === null) throw new PixError(404, 'PZG404', 'Não há segredo de callback.');
          return { status: 200, json: { secret: this.#renew() } };
        },
      },
    ];
  }

  #renew(): string {
    this.#secret = newSecret();
    this.#journal.append(KIND, { secret: this.#secret });
    return this.#secret;
  }
}
