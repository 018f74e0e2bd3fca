import type { CallbackLogEntry } from '../types.ts';
import type { Delivery } from './model.ts';

/** JSON of a delivery record; a delivery without a response has status 0. */
export function recordJson(one: Delivery): Record<string, unknown> {
  return {
    id: one.id,
    url: one.url,
    status: one.status,
    transactionId: one.transactionId,
    webhookId: one.webhookId,
    eventType: one.event,
    createdAt: new Date(one.at).toISOString(),
    body: one.body(),
    responseBody: one.responseBody,
    responseHeaders: one.responseHeaders,
    responseTime: one.responseTime,
  };
}

/** Document 4, 1.14: body and responseHeaders are JSON text. */
export function sentDetailJson(one: Delivery): Record<string, unknown> {
  return {
    ...recordJson(one),
    body: JSON.stringify(one.body()),
    responseHeaders: JSON.stringify(one.responseHeaders),
    error: one.error,
  };
}

/** Document 4, 1.11. */
export function logJson(one: Delivery): CallbackLogEntry {
  const { id, url, status, responseTime } = one;
  return { id, url, status, responseTime, createdAt: new Date(one.at).toISOString() };
}
