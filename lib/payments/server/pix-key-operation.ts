import 'server-only';
import { masked } from '#lib/core/masking/pii.ts';
import { standingOf } from '#lib/core/status/money.ts';
import { type LookUp, mayBeSent, type OperationKind } from '#lib/operations/server/kind.ts';
import { claimedByOther } from '#lib/operations/server/reconcile-list.ts';
import { verifyOutcome } from '#lib/operations/server/verify-outcome.ts';
import { isKey } from '#lib/payments/server/check-receiver.ts';
import { PixKey } from '#lib/providers/money-records.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import { LOOK_UP_CALL, partOf } from '#lib/providers/reach.ts';
import { everyRowHas } from '#lib/providers/rows.ts';

/**
 * `before`: ids of the account's keys at the request, so that a new random key can be recognised. Null:
 * unknown.
 */
export type NewKeyRequest = { type: string; key?: string | undefined; before: string[] | null };
export type KeyRequest = { id: string };

const common = {
  permission: 'manage',
  stepUp: true,
  afterCrash: 'never_sent',
  touches: ['payments'],
} as const;
const isGone = ({ status }: PixKey) => standingOf(status) === 'gone';
/** The account's present keys. `tells`: whether every row of the list had this field. */
async function keysOf(port: ProviderPort, call: Call) {
  const list = await partOf(port, 'pixKeys').list(call);
  const keys = list.items.filter((key) => !isGone(key));
  return { keys, tells: (field: 'id' | 'pixKey') => everyRowHas(list, field) };
}

/** Document 2: a key of the account itself. Not repeatable by hand: a random key could be created twice. */
export const CREATE_KEY: OperationKind<NewKeyRequest, PixKey> = {
  ...common,
  name: 'pix-key.create',
  repeatable: false,
  send: ({ request: { type, key }, port, change }) => partOf(port, 'pixKeys').create({ type, key }, change),
  async lookUp({ row, request: { type, key, before }, port, call }): Promise<LookUp<PixKey>> {
    const { keys, tells } = await keysOf(port, call);
    if (key !== undefined) {
      const value = keys.find((one) => isKey(one.key, key, type) === true);
      if (value !== undefined) return { found: 'there', value };
      const none = tells('pixKey') && keys.every((one) => isKey(one.key, key, type) === false);
      return none ? { found: 'absent', next: 'wait' } : { found: 'unsure' };
    }
    if (before === null || !tells('id')) return { found: 'unsure' };
    const fresh = keys.filter(({ id }) => !before.includes(id));
    const others = await claimedByOther(
      row,
      'key',
      fresh.map(({ id }) => id),
    );
    const free = fresh.filter(({ id }) => !others.has(id));
    const random = free.filter((one) => one.type === null || one.type.toUpperCase() === type);
    const [value] = random;
    if (value === undefined) return { found: 'absent', next: 'wait' };
    return random.length === 1 ? { found: 'there', value } : { found: 'unsure' };
  },
  show: (key) => ({ key: redact(key) }),
};

/** Sending it again has no further effect. */
export const DEFAULT_KEY: OperationKind<KeyRequest, PixKey | null> = {
  ...common,
  name: 'pix-key.default',
  repeatable: true,
  send: async ({ request, port, change }) =>
    verifyOutcome(
      await partOf(port, 'pixKeys').setDefault(request.id, change),
      (key) => key?.id === request.id && key.isDefault === true,
      () => isDefaultNow(request, port, LOOK_UP_CALL),
    ),
  lookUp: ({ request, port, call }) => isDefaultNow(request, port, call),
  show: (key) => ({ key: key === null ? null : redact(key) }),
};

export const REMOVE_KEY: OperationKind<KeyRequest, { id: string }> = {
  ...common,
  name: 'pix-key.remove',
  repeatable: true,
  async send({ row, request, port, change }) {
    const outcome = await partOf(port, 'pixKeys').remove(request.id, change);
    if (outcome.kind === 'done') {
      const value = { id: request.id };
      return verifyOutcome(
        { ...outcome, value },
        () => false,
        () => isGoneNow(request, port, LOOK_UP_CALL),
      );
    }
    // Gone at a second send: the first one succeeded.
    const gone = outcome.kind === 'refused' && outcome.error.details.provider?.status === 404;
    return gone && mayBeSent(row)
      ? { kind: 'done', value: { id: request.id }, requestId: null, date: null }
      : outcome;
  },
  lookUp: ({ request, port, call }) => isGoneNow(request, port, call),
  show: ({ id }) => ({ id }),
};

async function isDefaultNow(
  { id }: KeyRequest,
  port: ProviderPort,
  call: Call,
): Promise<LookUp<PixKey | null>> {
  const { keys, tells } = await keysOf(port, call);
  const key = keys.find((one) => one.id === id);
  if (key?.isDefault === true) return { found: 'there', value: key };
  return key?.isDefault === null || !tells('id') ? { found: 'unsure' } : { found: 'absent', next: 'wait' };
}

async function isGoneNow({ id }: KeyRequest, port: ProviderPort, call: Call): Promise<LookUp<KeyRequest>> {
  const { keys, tells } = await keysOf(port, call);
  if (keys.some((one) => one.id === id)) return { found: 'absent', next: 'wait' };
  return tells('id') ? { found: 'there', value: { id } } : { found: 'unsure' };
}

const redact = (key: PixKey): PixKey => ({ ...masked(PixKey, key, { names: false }), other: {} });
