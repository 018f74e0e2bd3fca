import { z } from 'zod';
import { Person, pageFields } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { Pasted, SealedCursor, ThingId } from '#lib/api/query-fields.ts';
import { EVENT_NAMES, QUIET_DAYS } from '#lib/core/notification-events.ts';
import { queryShape } from '#lib/list/query-schema.ts';
import { inboxList } from '#lib/notifications/inbox.list.ts';
import { Instant } from '#lib/providers/records.ts';

const Event = z.enum(EVENT_NAMES);

/** One step of a cause, in the reader's language. */
const NoticeStep = z.object({ step: z.string(), at: Instant, title: z.string(), detail: z.string() });

/** One inbox line: a cause at its latest step; `steps` holds the earlier steps, newest first. */
export const NoticeLine = z.object({
  id: z.string(),
  event: Event,
  cause: z.string(),
  ...NoticeStep.shape,
  account: z.object({ slug: z.string(), name: z.string() }).nullable(),
  /** Ids, cents, instants, ms and codes of the latest step, updated with the subject's present state. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** The colleague who caused it; null: nobody. */
  by: Person.nullable(),
  /** The operation's client reference. Masked, like `quote`, by the reader's role on the line's account. */
  reference: z.string().nullable(),
  /** For a mention: the beginning of its note. */
  quote: z.string().nullable(),
  /** For an operation with an unknown outcome: its next look-up, and whether the reader may start one. */
  unknown: z.object({ nextLookUpAt: Instant.nullable(), lookUp: z.boolean() }).nullable(),
  /** The written reason of a decline; null: not declined, or the reader may not read it. */
  reason: z.string().nullable(),
  steps: z.array(NoticeStep),
  readAt: Instant.nullable(),
  link: z.object({ path: z.string(), word: z.string() }).nullable(),
});
export type NoticeLine = z.infer<typeof NoticeLine>;

export const NoticeQuery = z.strictObject({
  ...queryShape(inboxList),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: SealedCursor.optional(),
});
export type NoticeQuery = z.infer<typeof NoticeQuery>;

export const NoticeList = z.object({
  ...pageFields(NoticeLine),
  /** All unread lines, whatever the filters. */
  unread: z.int(),
});
export type NoticeList = z.infer<typeof NoticeList>;

/** Counts of the reader's inbox. `open`: unread, or about something not over. */
export const NoticeCounts = z.object({ all: z.int(), open: z.int(), unread: z.int() });
export type NoticeCounts = z.infer<typeof NoticeCounts>;

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
export const QuietHours = z.strictObject({
  on: z.boolean(),
  from: Clock,
  to: Clock,
  days: z.enum(QUIET_DAYS),
});

/** `email`, `environment` or a webhook's id. */
const ChannelId = z.string().regex(/^[\w-]{1,40}$/);

export const Channel = z.object({
  id: z.string(),
  kind: z.enum(['inbox', 'email', 'webhook']),
  /** `signed`: the whole notice with its signature; `chat`: `{ "text": … }`. */
  form: z.enum(['signed', 'chat']).nullable(),
  name: z.string().nullable(),
  /** Only the host of the server or webhook: the whole address may be a secret. */
  host: z.string().nullable(),
  locale: z.enum(['pt-BR', 'en']).nullable(),
  from: z.enum(['product', 'environment', 'settings']),
  /** False: the installation's settings do not configure it. */
  ready: z.boolean(),
  okAt: Instant.nullable(),
  okMs: z.int().nullable(),
  failingSince: Instant.nullable(),
  /** An error code. */
  problem: z.string().nullable(),
  nextAt: Instant.nullable(),
  /** Waiting messages, the creation time of the oldest, and messages given up in the last week. */
  waiting: z.int(),
  oldestAt: Instant.nullable(),
  lost: z.int(),
});
export type Channel = z.infer<typeof Channel>;

const EventRule = z.object({
  event: Event,
  group: z.string(),
  breaksQuiet: z.boolean(),
  /** By channel id: on or off, and whether that is fixed; absent: the channel cannot carry the event. */
  channels: z.record(z.string(), z.object({ on: z.boolean(), locked: z.boolean() })),
});

export const NotificationSettings = z.object({
  events: z.array(EventRule),
  quiet: QuietHours,
  channels: z.array(Channel),
  /** The reader may change the channels, which everyone shares. */
  mayManage: z.boolean(),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

const HookUrl = Pasted('address', 1, 2048);
/** Without `id`: a new channel. With `id`: absent members keep their stored values. */
const ChannelInput = z.strictObject({
  id: ChannelId.optional(),
  name: z.string().trim().min(1).max(60),
  form: z.enum(['signed', 'chat']),
  locale: z.enum(['pt-BR', 'en']).default('pt-BR'),
  url: HookUrl.optional(),
  secret: z.string().min(16).max(200).optional(),
});
export type ChannelInput = z.infer<typeof ChannelInput>;

/** Absent members stay unchanged. `channels`: every webhook of the settings; one not listed is removed. */
export const NotificationChange = z.strictObject({
  rules: z.partialRecord(Event, z.record(ChannelId.or(z.literal('inbox')), z.boolean())).optional(),
  quiet: QuietHours.optional(),
  channels: z.array(ChannelInput).max(20).optional(),
});
export type NotificationChange = z.infer<typeof NotificationChange>;

export const Approvers = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** `name` is set only for webhooks of the settings. */
      channels: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
    }),
  ),
});
export type Approvers = z.infer<typeof Approvers>;

export const notificationEndpoints = {
  /** People who may approve on the account, and the channels that notify each of them. */
  'GET /approvers': { permission: 'manage', response: Approvers },
  'GET /api/notifications': { permission: 'signed-in', query: NoticeQuery, response: NoticeList },
  'GET /api/notifications/counts': { permission: 'signed-in', response: NoticeCounts },
  'POST /api/notifications/read': {
    permission: 'signed-in',
    body: z.union([
      z.strictObject({ ids: z.array(ThingId).min(1).max(200) }),
      z.strictObject({ all: z.literal(true) }),
    ]),
    response: z.object({ unread: z.int() }),
  },
  'GET /api/settings/notifications': { permission: 'signed-in', response: NotificationSettings },
  // The caller's own rules and quiet hours; `channels` needs `manage` on all accounts and a fresh proof.
  'PUT /api/settings/notifications': {
    permission: 'signed-in',
    idempotency: true,
    body: NotificationChange,
    response: NotificationSettings,
  },
  /** Sends a test message at once. A webhook test needs `manage`. */
  'POST /api/settings/notifications/test': {
    permission: 'signed-in',
    body: z.strictObject({ channel: ChannelId }),
    response: z.object({ ok: z.boolean(), ms: z.int(), problem: z.string().nullable() }),
  },
} as const satisfies EndpointMap;
