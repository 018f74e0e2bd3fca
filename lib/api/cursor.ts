import 'server-only';
import { keyedHash, keyedHashes, sign, verifySigned } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';

/**
 * Signs a list position as a cursor. `scope` (account, route, filters) is part of it; another scope rejects
 * it.
 */
export function sealCursor(scope: string, position: unknown): string {
  const body = Buffer.from(JSON.stringify([keyedHash(scope, 'cursor-scope').slice(0, 16), position]));
  return sign(body.toString('base64url'), 'cursor');
}

/** The position of a cursor. GuicheError `invalid_request` when it was altered or belongs to another list. */
export function openCursor(scope: string, text: string): unknown {
  const body = verifySigned(text, 'cursor');
  if (body !== null) {
    const [of, position] = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as [string, unknown];
    if (keyedHashes(scope, 'cursor-scope').some((hash) => hash.slice(0, 16) === of)) return position;
  }
  throw new GuicheError('invalid_request', 'The cursor is not of this list.', {
    fields: [{ field: 'cursor', message: 'cursor' }],
  });
}
