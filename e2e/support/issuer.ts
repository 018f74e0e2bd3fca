import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export type Person = { sub: string; email?: string; name?: string; roles?: unknown };
/** How one token is falsified: replaced claims, or another key. */
export type Lie = { claims?: Record<string, unknown>; otherKey?: boolean };

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const SECRET = 'a secret of the tests alone';

/**
 * A real OIDC issuer on loopback (its library's, with one client). It signs in the person of the last `be`
 * without a prompt. `lie` falsifies the next token; `nameIt` sets the issuer name in its discovery (null:
 * unchanged). `asked` holds the prompts it answered, `denied` why it issued no token.
 */
export async function startIssuer(redirect: string, afterSignOut: string) {
  const key = rsa();
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  let person: Person = { sub: 'nobody' };
  let lie: Lie | null = null;
  let named: string | null = null;
  const asked: string[] = [];
  const denied: string[] = [];
  const issuer = new Provider(url, {
    clients: [
      {
        client_id: 'guiche',
        client_secret: SECRET,
        redirect_uris: [redirect],
        post_logout_redirect_uris: [afterSignOut],
      },
    ],
    jwks: { keys: [{ ...key.export({ format: 'jwk' }), alg: 'RS256', use: 'sig', kid: 'one' } as never] },
    cookies: { keys: [SECRET] },
    claims: { openid: ['sub', 'email', 'name', 'roles'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      // The library's own page loads a font from another host.
      rpInitiatedLogout: {
        logoutSource: (context, form) => {
          context.body = `<!doctype html><title>Sign out</title>${form}`;
        },
      },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
  });
  issuer.use(async (context, next) => {
    await next();
    const body = context.body as { id_token?: string; issuer?: string };
    if (named !== null && context.path === '/.well-known/openid-configuration') body.issuer = named;
    if (context.path !== '/token' || lie === null || body.id_token === undefined) return;
    body.id_token = bent(body.id_token, lie, key);
    lie = null;
  });
  issuer.on('grant.error', (_, error) => denied.push(`${error.message}: ${(error.cause as Error)?.message}`));
  const answer = issuer.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) void answer(request, response);
    else void interact(issuer, request, response, person.sub).then((prompt) => asked.push(prompt));
  });
  return {
    ...{ url, asked, denied, clientId: 'guiche', clientSecret: SECRET },
    be: (next: Person) => {
      person = next;
    },
    lie: (next: Lie) => {
      lie = next;
    },
    nameIt: (next: string | null) => {
      named = next;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Confirms the prompt for this subject; returns the prompt's name. */
async function interact(issuer: Provider, request: IncomingMessage, response: ServerResponse, sub: string) {
  const { prompt, params, grantId } = await issuer.interactionDetails(request, response);
  if (prompt.name === 'login') {
    await issuer.interactionFinished(request, response, { login: { accountId: sub } });
    return prompt.name;
  }
  const fresh = new issuer.Grant({ accountId: sub, clientId: String(params.client_id) });
  const grant = (grantId && (await issuer.Grant.find(grantId))) || fresh;
  grant.addOIDCScope('openid email profile');
  await issuer.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  return prompt.name;
}

function bent(token: string, { claims, otherKey = false }: Lie, key: KeyObject): string {
  const [head = '', payload = ''] = token.split('.');
  const changed = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...claims };
  const text = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), otherKey ? rsa() : key).toString('base64url')}`;
}
