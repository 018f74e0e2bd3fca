import 'server-only';

const HOUR_MS = 3_600_000;

/** Scopes refused to a credential, believed for an hour: then Guichê asks again. */
export class MissingScopes {
  readonly #until = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  learn(scopes: readonly string[]): void {
    for (const scope of scopes) this.#until.set(scope, this.#now() + HOUR_MS);
  }

  list(): readonly string[] {
    const now = this.#now();
    return [...this.#until].flatMap(([scope, until]) => (until > now ? [scope] : []));
  }
}
