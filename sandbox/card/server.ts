import type { Dialect } from '../account.ts';
import type { Answer, Incoming } from '../http.ts';
import { replyAnswer } from '../pix/envelope.ts';
import { answerFaulted } from '../pix/faulted.ts';
import { createRouter } from '../pix/router.ts';
import type { RequestRecord } from '../requests.ts';
import type { PixRoute } from '../types.ts';
import { bareCredentials, toPlainCall } from './bare.ts';
import { chargeRoutes } from './charge-routes.ts';
import { cardInDialect } from './dialect.ts';
import { asCardError, CardError, errorAnswer, faultRefusal } from './errors.ts';
import type { CardParts } from './parts.ts';
import { rateRoutes } from './rate-routes.ts';
import { recurrenceRoutes } from './recurrence-routes.ts';
import { checkClient, checkToken, issueToken } from './token.ts';

const TOKEN = '/token';
const PREFIX = '/v1';

function tokenRoute({ secrets, clock, state, account }: CardParts): PixRoute {
  return {
    method: 'POST',
    path: TOKEN,
    handle({ body, headers }) {
      const bare = account.state.dialect === 'bare';
      checkClient(bare ? bareCredentials(body) : headers.authorization, secrets);
      const grant = (body as Record<string, unknown> | undefined)?.grant_type;
      if (grant !== undefined && grant !== 'client_credentials') {
        throw new CardError(400, 'Dados inválidos.', [
          { field: 'grant_type', message: 'deve ser client_credentials' },
        ]);
      }
      return { status: 200, json: issueToken(secrets, clock.now(), state().round) };
    },
  };
}

/** Errors do not repeat any part of an unreadable body. */
function bodyOf({ rawBody }: Incoming): unknown {
  if (rawBody.length === 0) return undefined;
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    throw new CardError(400, 'O corpo não é JSON.');
  }
}

const routesOf = (parts: CardParts): PixRoute[] => [
  tokenRoute(parts),
  ...chargeRoutes(parts),
  ...recurrenceRoutes(parts),
  ...rateRoutes(parts),
];

type Call = { method: string; path: string; query: URLSearchParams };
function plainCall(dialect: Dialect, call: Call, body: unknown): Call {
  if (dialect !== 'bare' || call.path === TOKEN) return call;
  const plain = toPlainCall(call, body);
  if (plain === null) throw new CardError(404, 'Rota não encontrada.');
  return plain;
}

/**
 * Serves document 3 below /v1. Bodies may hold card data, so they are never stored; the request log has
 * addresses only.
 */
export function createCardServer(parts: CardParts): (incoming: Incoming) => Promise<Answer | null> {
  const find = createRouter(routesOf(parts));
  const { account, clock, secrets, faults, requests, log } = parts;

  async function serve(incoming: Incoming, path: string, record: RequestRecord): Promise<Answer> {
    try {
      if (path !== TOKEN)
        checkToken(incoming.request.headers.authorization, secrets, clock.now(), parts.state().round);
      const body = bodyOf(incoming);
      const call = plainCall(
        account.state.dialect,
        { method: incoming.method, path, query: incoming.query },
        body,
      );
      const found = find(call.method, call.path);
      if (!found) throw new CardError(404, 'Recurso não encontrado.');
      record.route = `${found.route.method} ${found.route.path}`;
      const reply = await found.route.handle({
        ...call,
        params: found.params,
        body,
        rawBody: incoming.rawBody,
        contentType: incoming.request.headers['content-type'] ?? '',
        clientAddress: incoming.address,
        headers: incoming.request.headers,
        callerToken: null,
      });
      return replyAnswer({ ...reply, json: cardInDialect(account.state.dialect, record.route, reply.json) });
    } catch (error) {
      return errorAnswer(asCardError(error), account.state.dialect);
    }
  }

  return async (incoming) => {
    const { method } = incoming;
    const path = incoming.path.startsWith(`${PREFIX}/`) ? incoming.path.slice(PREFIX.length) : '/';
    const record: RequestRecord = {
      ...{ at: clock.now(), api: 'card', method, path },
      ...{ query: incoming.query.toString(), route: `${method} ${path}`, status: null },
    };
    requests.record(record);
    const fault = faults.take(method, path, 'card');
    const apply = () => serve(incoming, path, record);
    if (fault) {
      log({
        at: clock.now(),
        kind: 'fault',
        text: `Falha armada: ${fault.kind}`,
        target: `card ${method} ${path}`,
      });
      record.fault = fault.kind;
    }
    const refuse = (one: typeof fault & object) => faultRefusal(one, account.state.dialect);
    const answer = fault ? await answerFaulted(fault, incoming, apply, refuse) : await apply();
    record.status = answer?.status ?? null;
    requests.count(record);
    if (answer) answer.headers.Date = new Date(clock.now()).toUTCString();
    return answer;
  };
}
