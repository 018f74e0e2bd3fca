import { Body } from './body.ts';
import { found } from './creation.ts';
import { HubError } from './errors.ts';
import type { PixKey } from './model.ts';
import type { HubParts, HubRequest, HubRoute } from './parts.ts';
import { KEY_TYPES } from './people.ts';
import { keyJson } from './wire.ts';

const MOST = 20;

function requestedKey(sent: unknown) {
  const body = new Body(sent);
  const type = body.oneOf('type', KEY_TYPES);
  if (type === null) body.fail('type', 'is required');
  const requested = body.text('key', 1, 77);
  if (type === 'EVP' && requested !== null) body.fail('key', 'must be absent for EVP');
  const needed = type !== null && type !== 'EVP' && type !== 'CNPJ';
  if (needed && requested === null) body.fail('key', 'is required');
  body.done();
  if (type !== 'EVP' && type !== 'CNPJ') {
    throw new HubError(422, 'PIX_KEY_TYPE_NOT_SUPPORTED', 'Only EVP and CNPJ keys can be created today.');
  }
  return { type, requested };
}

export function keyRoutes(parts: HubParts): HubRoute[] {
  const { world, book, core } = parts;
  const alive = () => book.keys.filter((one) => one.status !== 'REMOVED');
  const byId = ({ params }: HubRequest) =>
    found(alive().find(({ id }) => id === params.pixKeyId) ?? null, 'PIX_KEY_NOT_FOUND');

  function list() {
    const rows = alive().sort(
      (a, b) => Number(b.isDefault) - Number(a.isDefault) || a.createdAt - b.createdAt,
    );
    return { status: 200, json: { data: rows.map(keyJson) } };
  }

  function create({ body: sent }: HubRequest) {
    const { type, requested } = requestedKey(sent);
    const word = world.nextWord();
    // Document 2 defines no value for a CNPJ key, so it is the holder's document.
    const own = (requested ?? core.profile.document).replace(/[.\-/]/g, '').toUpperCase();
    const key = type === 'EVP' ? core.ids.uuid('key', word) : own;
    if (type === 'CNPJ' && key !== core.profile.document) {
      throw new HubError(422, 'PIX_KEY_NOT_OWNED', 'The key must be the account holder’s.');
    }
    const same = alive().find((one) => one.key === key);
    if (same) throw new HubError(409, 'PIX_KEY_ALREADY_EXISTS', 'The account already has this key.');
    if (alive().length >= MOST)
      throw new HubError(422, 'PIX_KEY_LIMIT_REACHED', 'The account has twenty keys.');
    const at = parts.now();
    const isDefault = alive().length === 0;
    const made: PixKey = {
      id: core.ids.id('key', word),
      key,
      type,
      status: 'ACTIVE',
      isDefault,
      createdAt: at,
      updatedAt: at,
    };
    return { status: 201, json: keyJson(world.run('keySave', made)) };
  }

  function makeDefault(request: HubRequest) {
    const key = byId(request);
    const changed = { ...key, isDefault: true, updatedAt: parts.now() };
    return { status: 200, json: keyJson(world.run('keySave', changed)) };
  }

  function remove(request: HubRequest) {
    const key = byId(request);
    if (key.isDefault)
      throw new HubError(409, 'PIX_KEY_IS_DEFAULT', 'Make another key the default one first.');
    const removed = world.run('keySave', { ...key, status: 'REMOVED', updatedAt: parts.now() });
    return { status: 200, json: keyJson(removed) };
  }

  const path = '/transactions/pix-keys';
  const write = { scope: 'PIX_KEY_WRITE', operation: 'PIX_KEY' } as const;
  return [
    { method: 'GET', path, scope: 'PIX_KEY_READ', handle: list },
    { ...write, method: 'POST', path, handle: create },
    { ...write, method: 'PUT', path: `${path}/:pixKeyId/default`, handle: makeDefault },
    { ...write, method: 'DELETE', path: `${path}/:pixKeyId`, handle: remove },
  ];
}
