import { isDocumented, plainPathOf } from '../documented.ts';
import type { Faults } from '../faults.ts';
import type { Answer, Incoming } from '../http.ts';
import { answerFaulted } from '../pix/faulted.ts';
import { createRouter } from '../pix/router.ts';
import type { RequestRecord, Requests } from '../requests.ts';
import type { Credentials } from './credentials.ts';
import { inDialect, queryOf } from './dialect.ts';
import { asHubError, errorAnswer, HubError } from './errors.ts';
import { refuse } from './faulted.ts';
import { exchange } from './oauth-routes.ts';
import type { HubParts, HubReply, HubRoute } from './parts.ts';

function bodyOf(incoming: Incoming): unknown {
  if (incoming.rawBody.length === 0) return undefined;
  try {
    return JSON.parse(incoming.rawBody.toString('utf8'));
  } catch {
    throw new HubError(400, 'SCHEMA_INVALID', 'Invalid body.', { body: 'is not JSON' });
  }
}

function answerOf({ status, json, body, contentType }: HubReply): Answer {
  if (body) return { status, headers: { 'Content-Type': contentType ?? 'application/octet-stream' }, body };
  return {
    status,
    headers: json === undefined ? {} : { 'Content-Type': 'application/json; charset=utf-8' },
    body: json === undefined ? '' : JSON.stringify(json),
  };
}

type Serving = {
  parts: HubParts;
  routes: HubRoute[];
  credentials: Credentials;
  faults: Faults;
  requests: Requests;
};

/** Serves document 2 below /api/v1; `path` is the part after that. */
export function createHubServer(
  serving: Serving,
): (incoming: Incoming, path: string) => Promise<Answer | null> {
  const { parts, credentials, faults, requests } = serving;
  const { core, account } = parts;
  const find = createRouter(serving.routes);

  async function reply(incoming: Incoming, path: string, record: RequestRecord): Promise<HubReply> {
    const bare = account.state.dialect === 'bare';
    const plainPath = bare ? plainPathOf(path) : null;
    const known = find(incoming.method, plainPath ?? path);
    const found =
      bare && known !== null && plainPath === null && !isDocumented('hub', known.route) ? null : known;
    if (found) record.route = `${found.route.method} ${found.route.path}`;
    if (incoming.method === 'POST' && path === '/oauth/token') {
      record.route = 'POST /oauth/token';
      return exchange(parts, credentials, incoming);
    }
    const open = found !== null && found.route.scope === undefined;
    const caller = open ? { clientId: '' } : credentials.authenticate(incoming.request.headers.authorization);
    if (!open) credentials.check(incoming.address);
    if (!found) throw new HubError(404, 'ROUTE_NOT_FOUND', 'No such route.');
    const { route, params } = found;
    checkRoute(parts, route);
    const { dialect } = account.state;
    const query = queryOf(dialect, route, incoming.query);
    const body = bodyOf(incoming);
    const { headers } = incoming.request;
    return inDialect(dialect, route, await route.handle({ params, query, body, headers, caller }));
  }

  async function serve(incoming: Incoming, path: string, record: RequestRecord): Promise<Answer> {
    try {
      return answerOf(await reply(incoming, path, record));
    } catch (error) {
      return errorAnswer(asHubError(error));
    }
  }

  return async (incoming, path) => {
    const at = parts.world.settle();
    const { method } = incoming;
    const query = incoming.query.toString();
    const record: RequestRecord = {
      at,
      api: 'hub',
      method,
      path,
      query,
      route: `${method} ${path}`,
      status: null,
    };
    requests.record(record);
    const fault = faults.take(method, path, 'hub');
    if (fault) {
      record.fault = fault.kind;
      parts.log({ at, kind: 'fault', text: `Falha armada: ${fault.kind}`, target: `hub ${method} ${path}` });
    }
    const apply = () => serve(incoming, path, record);
    const answer = fault ? await answerFaulted(fault, incoming, apply, refuse) : await apply();
    record.status = answer?.status ?? null;
    requests.count(record);
    if (answer) answer.headers.Date = new Date(core.now()).toUTCString();
    return answer;
  };
}

function checkRoute({ core }: HubParts, { scope, operation }: HubRoute): void {
  if (scope && !core.settings.scopes.includes(scope)) {
    throw new HubError(403, 'TOKEN_MISSING_SCOPE', `The credential lacks the scope ${scope}.`, { scope });
  }
  if (operation && core.settings.blockedOperations.includes(operation)) {
    throw new HubError(403, 'ACCOUNT_OPERATION_BLOCKED', 'The bank blocked this operation.', { operation });
  }
}
