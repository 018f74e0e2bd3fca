import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { eventEndpoints } from '#lib/events/contract.ts';
import { followEvents } from '#lib/events/server/follow-events.ts';

export const eventHandlers = {
  'GET /events': followEvents,
} satisfies Handlers<typeof eventEndpoints>;
