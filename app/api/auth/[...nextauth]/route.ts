import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { decode } from 'next-auth/jwt';
import { COOKIE_OPTIONS, DEVICE_COOKIE, nextAuthSecret, SESSION_COOKIE } from '#lib/auth/server/cookies.ts';
import { authOptions } from '#lib/auth/server/next-auth.ts';
import { sign } from '#lib/auth/server/seal.ts';

type Context = { params: Promise<{ nextauth: string[] }> };

/** next-auth's own routes; the only handler outside `route()`. A sign-in also marks the device as known. */
async function handle(request: NextRequest, context: Context): Promise<Response> {
  const answer: Response = await NextAuth(request as never, context as never, authOptions());
  const session = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${SESSION_COOKIE()}=`));
  const token = session?.split(';')[0]?.split('=')[1];
  const claims = token ? await decode({ token, secret: nextAuthSecret() }).catch(() => null) : null;
  if (claims?.sub === undefined) return answer;
  const { secure } = COOKIE_OPTIONS();
  const value = encodeURIComponent(sign(claims.sub, 'device'));
  answer.headers.append(
    'set-cookie',
    `${DEVICE_COOKIE()}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=34560000${secure ? '; Secure' : ''}`,
  );
  return answer;
}

export { handle as GET, handle as POST };
