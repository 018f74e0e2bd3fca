import 'server-only';
import type { Secret } from '#lib/privacy/secret.ts';
import { bearer } from '#lib/providers/client/authorize.ts';
import { ProviderClient } from '#lib/providers/client/client.ts';
import type { ClientOptions } from '#lib/providers/client/line.ts';
import { MissingScopes } from '#lib/providers/client/missing.ts';
import { PIX_ERRORS } from '#lib/providers/pix/errors.ts';
import { missingAfter } from '#lib/providers/pix/scopes.ts';

/** `baseUrl` ends with /v1. */
export type PixClientOptions = Omit<ClientOptions, 'authorize' | 'errors' | 'refused'> & { token: Secret };

/** Document 1's calls: one Bearer token, its errors. */
export class PixClient extends ProviderClient {
  readonly #missing: MissingScopes;

  constructor({ token, ...options }: PixClientOptions) {
    const missing = new MissingScopes(options.clock?.now ?? Date.now);
    const root = new URL(options.baseUrl).pathname.replace(/\/+$/, '');
    super({
      ...options,
      authorize: bearer(token),
      errors: PIX_ERRORS,
      refused: ({ code }, method, path) => {
        if (code === 'PZA200') missing.learn(missingAfter(method, path.slice(root.length)));
      },
    });
    this.#missing = missing;
  }

  /** Scopes that a PZA200 of the last hour told of. */
  missingScopes(): readonly string[] {
    return this.#missing.list();
  }
}
