import type { Account } from '../account.ts';
import { parseBareRequest } from '../bare-dialect.ts';
import { isDocumented } from '../documented.ts';
import { PixError } from '../errors.ts';
import type { Faults } from '../faults.ts';
import type { Answer, Incoming } from '../http.ts';
import type { RequestRecord, Requests } from '../requests.ts';
import type { PixRoute, SandboxClock, SandboxLog } from '../types.ts';
import { inDialect } from './dialect.ts';
import { asPixError, errorAnswer, replyAnswer } from './envelope.ts';
import { answerFaulted } from './faulted.ts';
import { authenticate, checkAccount, checkRoute } from './gate.ts';
import { parseQuery } from './parse-request.ts';
import { createRouter } from './router.ts';

export type PixServerParts = {
  routes: PixRoute[];
  token: () => string;
  account: Account;
  faults: Faults;
  clock: SandboxClock;
  log: SandboxLog;
  requests: Requests;
};

export type PixServer = (incoming: Incoming, paths: string[]) => Promise<Answer | null>;

function bodyOf(incoming: Incoming): unknown {
  const type = incoming.request.headers['content-type'] ?? '';
  if (incoming.rawBody.length === 0 || /^multipart\//i.test(type)) return undefined;
  try {
    return JSON.parse(incoming.rawBody.toString('utf8'));
  } catch {
    throw new PixError(400, 'PZV001', 'Dados inválidos.', {
      details: [{ field: 'body', message: 'JSON inválido' }],
    });
  }
}

/** Serves routes under one prefix; `paths` returns the spellings of the path to try, in order. */
export function createPixServer(parts: PixServerParts): PixServer {
  const find = createRouter(parts.routes);
  const { account, clock } = parts;

  async function serve(incoming: Incoming, paths: string[], record: RequestRecord): Promise<Answer> {
    try {
      const { state } = account;
      const caller = authenticate(incoming.request.headers.authorization, parts.token(), state);
      checkAccount(state, incoming.address, incoming.method);
      const found = paths.map((path) => find(incoming.method, path)).find((one) => one !== null);
      if (!found) throw new PixError(404, 'PZG404', 'Recurso não encontrado.');
      if (state.dialect === 'bare' && !isDocumented('pix', found.route))
        throw new PixError(404, 'ROUTE_NOT_FOUND', 'Rota não encontrada.');
      record.route = `${found.route.method} ${found.route.path}`;
      checkRoute(found.route, state, caller);
      const reply = await found.route.handle({
        method: incoming.method,
        path: paths[0] ?? '/',
        params: found.params,
        query: parseQuery(state.dialect, found.route, incoming.query),
        body:
          state.dialect === 'bare' ? parseBareRequest(found.route.path, bodyOf(incoming)) : bodyOf(incoming),
        rawBody: incoming.rawBody,
        contentType: incoming.request.headers['content-type'] ?? '',
        clientAddress: incoming.address,
        headers: incoming.request.headers,
        callerToken: caller,
      });
      return replyAnswer(inDialect(state.dialect, found.route, reply));
    } catch (error) {
      return errorAnswer(asPixError(error));
    }
  }

  return async (incoming, paths) => {
    const path = paths[0] ?? '/';
    const record: RequestRecord = {
      at: clock.now(),
      method: incoming.method,
      path,
      query: incoming.query.toString(),
      route: `${incoming.method} ${path}`,
      status: null,
    };
    parts.requests.record(record);
    const fault = parts.faults.take(incoming.method, path);
    const apply = () => serve(incoming, paths, record);
    if (fault) {
      parts.log({
        at: clock.now(),
        kind: 'fault',
        text: `Falha armada: ${fault.kind}`,
        target: `${incoming.method} ${path}`,
      });
      record.fault = fault.kind;
    }
    const answer = fault ? await answerFaulted(fault, incoming, apply) : await apply();
    record.status = answer?.status ?? null;
    parts.requests.count(record);
    // The Date header is simulated time too, because clients compare createdAt with it.
    if (answer) answer.headers.Date = new Date(clock.now()).toUTCString();
    return answer;
  };
}
