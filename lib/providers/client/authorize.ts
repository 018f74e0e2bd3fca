import 'server-only';
import type { Secret } from '#lib/privacy/secret.ts';
import type { Failure } from '#lib/providers/client/errors.ts';

/** Headers that a call may go out with, or why it may not. */
export type Granted = { ok: true; headers: Record<string, string> } | { ok: false; failure: Failure };

/** How an account's calls show who they are. */
export type Authorize = {
  grant(signal: AbortSignal | undefined): Promise<Granted>;
  /** Those headers met a 401: whether another `grant` may give others. Absent: never. */
  renew?(refused: Record<string, string>): boolean;
};

/** The same token with every call. */
export const bearer = (token: Secret): Authorize => ({
  grant: async () => ({ ok: true, headers: { authorization: `Bearer ${token.reveal()}` } }),
});

/** HTTP Basic with every call. */
export const basic = (id: string, secret: Secret): Authorize => ({
  grant: async () => ({ ok: true, headers: { authorization: basicHeader(id, secret) } }),
});

export const basicHeader = (id: string, secret: Secret) =>
  `Basic ${Buffer.from(`${id}:${secret.reveal()}`).toString('base64')}`;
