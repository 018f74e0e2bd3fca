import { createHash, randomBytes } from 'node:crypto';
import type { NextRequest } from 'next/server';
import { NextResponse } from 'next/server';
import { COOKIE_OPTIONS, CSRF_COOKIE, nextAuthSecret } from '#lib/auth/server/cookies.ts';

/** Pages: neither the API nor files of the build nor the icon; the server's own headers stand on all (`scripts/serve.ts`). */
export const config = { matcher: '/((?!api/|_next/static/|icon\\.svg$).*)' };

/** Headers only: the content policy with this request's nonce, and what the pages need to know. Never the lock. */
export function proxy(request: NextRequest): Response {
  const nonce = randomBytes(16).toString('base64');
  const policy = contentPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  headers.set('x-guiche-path', `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const csrf = request.nextUrl.pathname === '/sign-in' ? formToken(request) : null;
  headers.delete('x-guiche-csrf');
  if (csrf !== null) headers.set('x-guiche-csrf', csrf.token);
  const response = NextResponse.next({ request: { headers } });
  if (csrf?.cookie !== undefined) response.cookies.set(CSRF_COOKIE(), csrf.cookie, COOKIE_OPTIONS());
  response.headers.set('content-security-policy', policy);
  return response;
}

function contentPolicy(nonce: string): string {
  // The development build evaluates source maps and styles its overlay; the production build must not.
  const live = process.env.NODE_ENV === 'production';
  const evaluate = live ? '' : " 'unsafe-eval'";
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${evaluate}`,
    `style-src 'self' ${live ? `'nonce-${nonce}'` : "'unsafe-inline'"}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * next-auth's form token in its own form (`token|sha256(token + secret)`), set with the sign-in page itself, so that
 * the form works before and without scripts.
 */
function formToken(request: NextRequest): { token: string; cookie?: string } {
  const hashOf = (token: string) => createHash('sha256').update(`${token}${nextAuthSecret()}`).digest('hex');
  const [token, hash] = (request.cookies.get(CSRF_COOKIE())?.value ?? '').split('|');
  if (token !== undefined && token !== '' && hash === hashOf(token)) return { token };
  const fresh = randomBytes(32).toString('hex');
  return { token: fresh, cookie: `${fresh}|${hashOf(fresh)}` };
}
