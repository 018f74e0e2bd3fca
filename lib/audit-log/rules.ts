import { lookupTable } from '#lib/core/lookup-table.ts';

export const RESULTS = ['ok', 'refused', 'failed'] as const;

/** Filter value for entries without an operator (Guichê itself, not signed in) or without an account. */
export const NONE = '-';

/** Number of the last entry up to which the chain is verified as intact. */
export function verifiedUntil(
  verdict: { intact: boolean; entries: number; firstBroken: number | null } | null,
): number {
  if (verdict === null) return 0;
  return verdict.intact ? verdict.entries : Math.max(0, (verdict.firstBroken ?? 1) - 1);
}

type Verdict = Parameters<typeof verifiedUntil>[0];

/** One stored entry as JSON, with the last verified entry of its chain, to hand to others. */
export function entryJson({ entry, verdict }: { entry: object; verdict: (Verdict & { at: string }) | null }) {
  const verified = verdict && { until: verifiedUntil(verdict), at: verdict.at, intact: verdict.intact };
  return JSON.stringify({ ...entry, verified }, null, 2);
}

export type FieldChange = { field: string; before: unknown; after: unknown };

/** Changed fields one by one; a nested field is named by its path. */
export function fieldChanges(before: unknown, after: unknown): FieldChange[] {
  const [from, to] = [flat(before), flat(after)];
  const names = [...new Set([...from.keys(), ...to.keys()])];
  return names.map((field) => ({ field, before: from.get(field), after: to.get(field) }));
}

function flat(value: unknown, path = ''): Map<string, unknown> {
  if (value === null || value === undefined) return new Map(path === '' ? [] : [[path, value]]);
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[path, value]]);
  const parts = Object.entries(value).map(([name, inner]) =>
    flat(inner, path === '' ? name : `${path}.${name}`),
  );
  return new Map(parts.flatMap((part) => [...part]));
}

type Pointing = {
  action: string;
  target: string | null;
  operation: string | null;
  account: { slug: string } | null;
};

/** Path of the page that shows the entry's subject; null: none. */
export function hrefOf({ action, target, operation, account }: Pointing): string | null {
  const slug = account?.slug ?? '';
  if (operation !== null && slug !== '') return `/${slug}/operations/${encodeURIComponent(operation)}`;
  const pageOf = PAGE_OF[action.split('.')[0] ?? ''];
  return pageOf?.({ slug, id: encodeURIComponent(target ?? '') }) ?? null;
}

/** A missing slug or id is empty. Ids are URL-encoded. */
type Page = (place: { slug: string; id: string }) => string | null;

const inAccount =
  (path: (id: string) => string, needsId = true): Page =>
  ({ slug, id }) =>
    slug === '' || (needsId && id === '') ? null : `/${slug}/${path(id)}`;

/** Subjects with their own page. Page and audit entries link to each other. */
const PAGES = {
  transaction: inAccount((id) => `transactions/${id}`),
  delivery: inAccount((id) => `deliveries/${id}`),
  dispute: inAccount((id) => `disputes/${id}`),
  resend: inAccount((id) => `resends/${id}`),
  deposit: inAccount((id) => `deposits/${id}`),
  'pending-deposit': inAccount((id) => `statement?tab=pending&open=${id}`),
  'card-charge': inAccount((id) => `card?open=${id}`),
  operation: inAccount((id) => `operations/${id}`),
  webhook: inAccount((id) => `webhooks?open=endpoint:${id}`),
  report: inAccount(() => 'reports', false),
  account: () => '/settings/accounts',
  operator: ({ id }) => (id === '' ? null : `/settings/team?open=person&of=${id}`),
  policies: () => '/settings/policies',
  channel: () => '/settings/channels',
} as const satisfies Record<string, Page>;
export type Thing = keyof typeof PAGES;
export const THINGS = Object.keys(PAGES) as Thing[];

/**
 * The page of a subject, by an action's first word. Other subjects have no page, or only their operation's.
 */
const PAGE_OF: Readonly<Record<string, Page>> = lookupTable<Page>({
  ...PAGES,
  defense: PAGES.dispute,
  secret: PAGES.webhook,
  profile: PAGES.operator,
});
