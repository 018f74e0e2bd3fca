import { z } from 'zod';
import { Person } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById } from '#lib/api/query-fields.ts';
import { PRESETS } from '#lib/core/dates.ts';
import { viewShape } from '#lib/list/query-schema.ts';
import { Instant } from '#lib/providers/records.ts';
import { ALL_ACCOUNTS_PATH, type ViewPage as Page, placeOf, viewLists } from '#lib/views/place.ts';

const ViewPage = z.enum(Object.keys(viewLists) as [Page, ...Page[]]);
export type ViewPage = z.infer<typeof ViewPage>;

/** Periods relative to the day the view is opened. A fixed period uses `from` and `to`. */
const Period = z.enum(PRESETS);

const Texts = z.record(z.string(), z.string().min(1).max(1000));

/** Filters as in the page's URL (values joined by commas, amounts in cents); the period may be relative. */
export const viewFiltersOf = (page: ViewPage) =>
  Texts.superRefine(({ period, ...rest }, issues) => {
    const add = (field: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [field], message });
    if (period !== undefined && !Period.safeParse(period).success) add('period', 'unknown');
    if (period !== undefined && ('from' in rest || 'to' in rest)) add('period', 'with from or to');
    const { error } = viewShape(viewLists[page]).safeParse(rest);
    for (const issue of error?.issues ?? [])
      if (issue.code === 'unrecognized_keys') for (const key of issue.keys) add(key, 'unknown');
      else add(String(issue.path[0] ?? ''), issue.message);
  });

const Name = z.string().trim().min(1).max(60);
const Columns = z.array(z.string().regex(/^[a-zA-Z]{1,40}$/)).max(40);

export const SavedView = z.object({
  id: z.string(),
  /** Slug of the account; `*` for a list over all accounts. */
  account: z.string(),
  page: ViewPage,
  name: z.string(),
  shared: z.boolean(),
  filters: z.record(z.string(), z.string()),
  columns: z.array(z.string()),
  owner: Person,
  mine: z.boolean(),
  /** The caller is the owner or has `manage` on the account. */
  mayChange: z.boolean(),
  version: z.int(),
  updatedAt: Instant,
});
export type SavedView = z.infer<typeof SavedView>;

const ViewQuery = z.strictObject({
  /** Slug; absent: all accounts the caller may read. */
  account: z.string().min(1).max(64).optional(),
  page: ViewPage.optional(),
});

export const NewView = z
  .strictObject({
    account: z.string().min(1).max(64),
    page: ViewPage,
    name: Name,
    shared: z.boolean().default(false),
    filters: Texts,
    columns: Columns,
  })
  .superRefine(({ account, page, filters, columns }, issues) => {
    if ((account === ALL_ACCOUNTS_PATH) !== (placeOf(page, '') === ALL_ACCOUNTS_PATH))
      issues.addIssue({ code: 'custom', path: ['account'], message: 'unknown' });
    if (columns.length === 0 && viewLists[page].columnNames.length > 0)
      issues.addIssue({ code: 'custom', path: ['columns'], message: 'required' });
    for (const { path, message } of viewFiltersOf(page).safeParse(filters).error?.issues ?? [])
      issues.addIssue({ code: 'custom', path: ['filters', ...path], message });
  });
export type NewView = z.infer<typeof NewView>;

/** `version`: the version that was edited. Absent members stay unchanged. */
export const ViewChange = z.strictObject({
  version: z.int().min(1),
  name: Name.optional(),
  shared: z.boolean().optional(),
  /** The handler validates them against the filters of the view's page. */
  filters: Texts.optional(),
  columns: Columns.optional(),
});
export type ViewChange = z.infer<typeof ViewChange>;

export const viewEndpoints = {
  'GET /api/settings/views': {
    permission: 'signed-in',
    query: ViewQuery,
    response: z.object({
      items: z.array(SavedView),
      nextCursor: z.string().nullable(),
      total: z.int().nullable(),
    }),
  },
  'POST /api/settings/views': {
    permission: 'signed-in',
    idempotency: true,
    body: NewView,
    response: SavedView,
    status: 201,
  },
  'PATCH /api/settings/views/{id}': {
    permission: 'signed-in',
    idempotency: true,
    params: ById,
    body: ViewChange,
    response: SavedView,
    existing: SavedView,
  },
  'DELETE /api/settings/views/{id}': {
    permission: 'signed-in',
    idempotency: true,
    params: ById,
    status: 204,
  },
} as const satisfies EndpointMap;
