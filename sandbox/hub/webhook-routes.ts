import { randomBytes } from 'node:crypto';
import { Body } from './body.ts';
import { found } from './creation.ts';
import { HubError } from './errors.ts';
import { EVENTS } from './model.ts';
import type { HubParts, HubReply, HubRequest, HubRoute } from './parts.ts';
import { endpointJson } from './wire.ts';

function newSecret(prefix: 'whsec' | 'cbsec'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

function eventsOf(body: Body): string[] | null {
  const value = body.value('events');
  if (value === undefined || value === null) return null;
  const known =
    Array.isArray(value) && value.length > 0 && value.every((one) => EVENTS.includes(one as never));
  if (!known) body.fail('events', `must be at least one of ${EVENTS.join(', ')}`);
  return known ? [...new Set(value as string[])] : null;
}

export function webhookRoutes(parts: HubParts): HubRoute[] {
  const { world, book, core } = parts;

  function checkUrl(url: string, except: string | null): void {
    if (book.endpoints.some((one) => one.url === url && one.id !== except))
      throw new HubError(409, 'WEBHOOK_URL_IN_USE', 'Another endpoint of the account has this url.');
  }

  function create({ body: sent }: HubRequest): HubReply {
    const body = new Body(sent);
    const url = body.url('url', core.settings.loopback);
    if (url === null) body.fail('url', 'is required');
    const events = eventsOf(body);
    if (events === null) body.fail('events', 'is required');
    const isActive = body.flag('isActive') ?? true;
    body.done();
    checkUrl(url ?? '', null);
    const at = parts.now();
    const saved = {
      id: core.ids.id('whk', world.nextWord()),
      url: url ?? '',
      events: events ?? [],
      isActive,
      secret: newSecret('whsec'),
      createdAt: at,
      updatedAt: at,
    };
    const made = world.run('endpointSave', saved);
    return { status: 201, json: { ...endpointJson(made), secret: made.secret } };
  }

  function change({ params, body: sent }: HubRequest): HubReply {
    const endpoint = found(book.endpoint(params.webhookId ?? ''), 'WEBHOOK_NOT_FOUND');
    const body = new Body(sent);
    const url = body.url('url', core.settings.loopback) ?? endpoint.url;
    const events = eventsOf(body) ?? endpoint.events;
    const isActive = body.flag('isActive') ?? endpoint.isActive;
    body.done();
    checkUrl(url, endpoint.id);
    const { delivered: _, ...before } = endpoint;
    const changed = { ...before, url, events, isActive, updatedAt: parts.now() };
    return { status: 200, json: endpointJson(world.run('endpointSave', changed)) };
  }

  function remove({ params }: HubRequest): HubReply {
    const endpoint = found(book.endpoint(params.webhookId ?? ''), 'WEBHOOK_NOT_FOUND');
    if (endpoint.delivered) {
      throw new HubError(409, 'WEBHOOK_HAS_DELIVERIES', 'It had deliveries; send isActive false to stop it.');
    }
    world.run('endpointRemove', { id: endpoint.id });
    return { status: 200, json: { deleted: true } };
  }

  const path = '/transactions/webhooks';
  return [
    {
      method: 'GET',
      path,
      scope: 'WEBHOOK_READ',
      handle: () => ({ status: 200, json: book.endpoints.map(endpointJson) }),
    },
    { method: 'POST', path, scope: 'WEBHOOK_WRITE', handle: create },
    { method: 'PUT', path: `${path}/:webhookId`, scope: 'WEBHOOK_WRITE', handle: change },
    { method: 'DELETE', path: `${path}/:webhookId`, scope: 'WEBHOOK_WRITE', handle: remove },
  ];
}

/** The account's secret, which signs deliveries to a callbackUrl; shown once. */
export function callbackSecretRoutes(parts: HubParts): HubRoute[] {
  const { world, book } = parts;
  const renew = (status: number): HubReply => {
    const secret = newSecret('cbsec');
    world.run('callbackSecret', { secret });
    return { status, json: { secret } };
  };

  function create(): HubReply {
    if (book.callbackSecret !== null)
      throw new HubError(409, 'CALLBACK_SECRET_ALREADY_EXISTS', 'The secret exists; rotate it.');
    return renew(201);
  }

  function rotate(): HubReply {
    if (book.callbackSecret === null)
      throw new HubError(404, 'CALLBACK_SECRET_NOT_FOUND', 'There is no secret to rotate.');
    return renew(200);
  }

  const path = '/transactions/callback-secret';
  const exists = () => ({ status: 200, json: { exists: book.callbackSecret !== null } });
  return [
    { method: 'GET', path, scope: 'WEBHOOK_READ', handle: exists },
    { method: 'POST', path, scope: 'WEBHOOK_WRITE', handle: create },
    { method: 'POST', path: `${path}/rotate`, scope: 'WEBHOOK_WRITE', handle: rotate },
  ];
}
