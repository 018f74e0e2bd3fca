import type { PixRoute, SandboxClock } from '../types.ts';
import { resendFilter } from './resend-filter.ts';
import type { ResendLimit } from './resend-limit.ts';
import type { Resends } from './resends.ts';

const base = '/user/callbacks/resend';

/** The four resend routes; the literal path comes before the one with an id. */
export function resendRoutes(resends: Resends, limit: ResendLimit, clock: SandboxClock): PixRoute[] {
  return [
    {
      method: 'POST',
      path: `${base}/webhook/:webhookId`,
      async handle({ params }) {
        limit.take();
        return { status: 200, json: { enqueued: await resends.failed(params.webhookId ?? '') } };
      },
    },
    {
      method: 'POST',
      path: `${base}/webhook`,
      async handle({ body }) {
        limit.take();
        return { status: 200, json: { enqueued: await resends.toWebhooks(resendFilter(body, clock.now())) } };
      },
    },
    {
      method: 'POST',
      path: base,
      async handle({ body }) {
        limit.take();
        return {
          status: 200,
          json: { enqueued: await resends.transactions(resendFilter(body, clock.now())) },
        };
      },
    },
    {
      method: 'POST',
      path: `${base}/:transactionId`,
      handle({ params }) {
        limit.take();
        resends.transaction(params.transactionId ?? '');
        return { status: 200, json: { message: 'Callback enfileirado para reenvio.' } };
      },
    },
  ];
}
