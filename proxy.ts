import { randomBytes } from 'node:crypto';
import { NextRequest, NextResponse } from 'next/server';
import NextAuth from 'next-auth';
import { CSRF_COOKIE, csrfOptions } from '#lib/auth/server/cookies.ts';
import { settings } from '#lib/core/env/settings.ts';

/** Pages only: not the API, build files or the icon, whose headers are set in `next.config.mjs`. */
export const config = { matcher: '/((?!api/|_next/static/|icon\\.svg$).*)' };

/**
 * Redirects to the public address, and sets the content policy with this request's nonce and the sign-in
 * form's token.
 */
export async function proxy(request: NextRequest): Promise<Response> {
  const elsewhere = namedAddress(request);
  if (elsewhere !== null)
    return new Response(null, {
      status: 307,
      headers: { location: elsewhere, 'cache-control': 'no-store' },
    });
  const nonce = randomBytes(16).toString('base64');
  const policy = contentPolicy(nonce);
  const headers = new Headers(request.headers);
  headers.set('content-security-policy', policy);
  headers.set('x-guiche-path', `${request.nextUrl.pathname}${request.nextUrl.search}`);
  headers.delete('x-guiche-csrf');
  const csrf = request.nextUrl.pathname === '/sign-in' ? await csrfOf(request) : null;
  if (csrf !== null) headers.set('x-guiche-csrf', csrf.token);
  const response = NextResponse.next({ request: { headers } });
  if (csrf?.cookie !== undefined) response.headers.append('set-cookie', csrf.cookie);
  response.headers.set('content-security-policy', policy);
  return response;
}

/**
 * Passkeys need a host name, so a page requested at 127.0.0.1 redirects to localhost, unless an address is
 * configured.
 */
function namedAddress({ headers, nextUrl }: NextRequest): string | null {
  const { url, urlIsDefault } = settings();
  if (!urlIsDefault || !/^127\.0\.0\.1(:\d+)?$/.test(headers.get('host') ?? '')) return null;
  return `${url}${nextUrl.pathname}${nextUrl.search}`;
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
 * next-auth's own answer to `GET /api/auth/csrf`, sent with the sign-in page. So its form works without
 * scripts; a page cannot set the cookie.
 */
async function csrfOf(request: NextRequest): Promise<{ token: string; cookie: string | undefined }> {
  const call = new NextRequest(new URL('/api/auth/csrf', request.url), { headers: request.headers });
  const answer: Response = await NextAuth(
    call as never,
    { params: { nextauth: ['csrf'] } } as never,
    csrfOptions(),
  );
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  // next-auth also sets a cookie with the return address, but the form sends that itself.
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith(`${CSRF_COOKIE()}=`));
  return { token: csrfToken, cookie };
}
