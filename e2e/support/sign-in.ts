import type { ApiAnswer, ApiClient } from './api-client.ts';
import type { Ready, Role } from './product.ts';

/** Signs in over HTTP as the sign-in form does; the context then has the session. */
export async function signIn(request: ApiClient, product: Ready, role: Role): Promise<void> {
  const found = product.signIns.find((signInOf) => signInOf.role === role);
  if (found === undefined) throw new Error(`There is no ready sign-in for ${role}.`);
  const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string };
  const answer = await request.post('/api/auth/callback/credentials', {
    form: { email: found.email, password: found.password, csrfToken, json: 'true' },
  });
  const session = await request.get('/api/session');
  if (session.status() !== 200)
    throw new Error(`${role} could not sign in: ${answer.status()} ${await answer.text()}`);
}

/** Sends the sign-in form's fields. */
export async function signInAs(
  request: ApiClient,
  person: { email: string; password: string; otp?: string },
): Promise<ApiAnswer> {
  const { csrfToken } = (await (await request.get('/api/auth/csrf')).json()) as { csrfToken: string };
  return request.post('/api/auth/callback/credentials', { form: { ...person, csrfToken, json: 'true' } });
}
