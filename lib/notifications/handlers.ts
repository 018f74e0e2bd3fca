import 'server-only';
import type { Handlers } from '#lib/api/serve.ts';
import type { notificationEndpoints } from '#lib/notifications/contract.ts';
import { getSettings, listApprovers } from '#lib/notifications/server/get-settings.ts';
import {
  countNotifications,
  listNotifications,
  markRead,
} from '#lib/notifications/server/list-notifications.ts';
import { saveSettings, testChannel } from '#lib/notifications/server/save-settings.ts';

export const notificationHandlers = {
  'GET /approvers': listApprovers,
  'GET /api/notifications': listNotifications,
  'GET /api/notifications/counts': countNotifications,
  'POST /api/notifications/read': markRead,
  'GET /api/settings/notifications': getSettings,
  'PUT /api/settings/notifications': saveSettings,
  'POST /api/settings/notifications/test': ({ ctx, body }) => testChannel({ ctx, channel: body.channel }),
} satisfies Handlers<typeof notificationEndpoints>;
