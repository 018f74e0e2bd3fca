import 'server-only';
import { plainJson } from '#lib/http/json.ts';
import { withoutSecrets } from '#lib/providers/client/secrets.ts';
import type { WireCheck, WireWebhook } from '#lib/providers/pix/wire-webhooks.ts';
import type { OwnershipCheck, Webhook } from '#lib/providers/records.ts';
import { derivedId } from '#lib/providers/rows.ts';

/** Pure: what wire-webhooks.ts read → the records. */

const ON = /^(active|enabled|on)$/i;
const OFF = /^(inactive|disabled|paused|off|suspended)$/i;

export function toWebhook({ fields, other, events }: WireWebhook): Webhook {
  const { status } = fields;
  const word = status === null ? null : ON.test(status) ? true : OFF.test(status) ? false : null;
  return {
    id: fields.id ?? derivedId({ fields, other }),
    url: fields.url,
    active: fields.active ?? word,
    events: events ?? [],
    hasSecret: fields.hasSecret ?? namesSecret(other),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
    other: withoutSecrets({
      ...(plainJson(other) as Record<string, unknown>),
      ...(status === null ? {} : { status }),
    }),
  };
}

/** A service may show the secret itself, or its mask, instead of saying that there is one. */
function namesSecret(other: Record<string, unknown>): true | null {
  const hidden = Object.keys(other).filter((key) => !(key in withoutSecrets(other)));
  return hidden.some((key) => typeof other[key] === 'string' && other[key] !== '') ? true : null;
}

const KNOWN = new Set(['pending', 'verified', 'failed']);

export function toOwnershipCheck({ verified, status, ...rest }: WireCheck): OwnershipCheck {
  const lower = status?.toLowerCase() ?? null;
  const told = lower !== null && KNOWN.has(lower) ? lower : status;
  return { ...rest, status: told ?? (verified === null ? null : verified ? 'verified' : 'failed') };
}
