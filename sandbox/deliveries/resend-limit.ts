import { PixError } from '../errors.ts';
import type { SandboxClock } from '../types.ts';

const MOST = 5;
const MINUTE_MS = 60_000;

/** Five requests per simulated minute, over all resend routes. */
export class ResendLimit {
  readonly #clock: SandboxClock;
  #taken: number[] = [];

  constructor(clock: SandboxClock) {
    this.#clock = clock;
  }

  reset(): void {
    this.#taken = [];
  }

  /** Throws PZG422. */
  take(): void {
    const now = this.#clock.now();
    this.#taken = this.#taken.filter((at) => at <= now && now - at < MINUTE_MS);
    if (this.#taken.length >= MOST) {
      throw new PixError(422, 'PZG422', 'Limite de reenvios atingido. Aguarde um minuto.');
    }
    this.#taken.push(now);
  }
}
