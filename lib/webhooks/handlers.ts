import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import { getWebhookWeek } from '#lib/deliveries/server/get-health.ts';
import { callReceiver } from '#lib/sandbox/server/control.ts';
import type { webhookEndpoints } from '#lib/webhooks/contract.ts';
import { editWebhook, registerWebhook, removeWebhook } from '#lib/webhooks/server/change-webhook.ts';
import { checkSignature } from '#lib/webhooks/server/check-signature.ts';
import { acknowledgeSecret, pasteSecret, showSecret } from '#lib/webhooks/server/issued.ts';
import { getCallbackSecret, listWebhooks } from '#lib/webhooks/server/list-webhooks.ts';
import { getOwnership, runOwnership } from '#lib/webhooks/server/ownership.ts';
import { receiveCallback } from '#lib/webhooks/server/receive-callback.ts';
import { checkAddress } from '#lib/webhooks/server/registry.ts';
import {
  createCallbackSecret,
  rotateAccountSecret,
  rotateSecret,
} from '#lib/webhooks/server/rotate-secret.ts';
import { testWebhook } from '#lib/webhooks/server/test-webhook.ts';

export const webhookHandlers = {
  'POST /address-check': checkAddress,
  'POST /callback-secret/rotate': rotateAccountSecret,
  'GET /callback-secret': getCallbackSecret,
  'POST /callback-secret': createCallbackSecret,
  'POST /issued-secrets/{id}/acknowledge': acknowledgeSecret,
  'POST /issued-secrets/{id}/show': showSecret,
  'POST /signature-check': checkSignature,
  'GET /webhooks/{id}/ownership': getOwnership,
  'POST /webhooks/{id}/ownership': runOwnership,
  'POST /webhooks/{id}/rotate-secret': rotateSecret,
  'PATCH /webhooks/{id}': editWebhook,
  'DELETE /webhooks/{id}': removeWebhook,
  'POST /webhooks/{id}/secret': ({ ctx, id, body: { secret } }) => pasteSecret({ ctx, id, secret }),
  'POST /webhooks/{id}/test': (args) => testWebhook({ ...args, callReceiver }),
  'GET /webhooks': ({ ctx }) => listWebhooks({ ctx, weekOf: getWebhookWeek }),
  'POST /webhooks': registerWebhook,
  'POST /api/hooks/{account}/{endpoint}': receiveCallback,
} satisfies Handlers<typeof webhookEndpoints>;
