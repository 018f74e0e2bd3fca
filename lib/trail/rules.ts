import { wordMap } from '#lib/word-map.ts';

export const RESULTS = ['ok', 'refused', 'failed'] as const;

/** In a filter: entries of nobody (Guichê itself, who was not signed in), or above all accounts. */
export const NONE = '-';

/** How far the chain is known to hold: entries up to this one were verified. */
export function verifiedUntil(
  verdict: { intact: boolean; entries: number; firstBroken: number | null } | null,
): number {
  if (verdict === null) return 0;
  return verdict.intact ? verdict.entries : Math.max(0, (verdict.firstBroken ?? 1) - 1);
}

export type FieldChange = { field: string; before: unknown; after: unknown };

/** What was written before and after, field by field; what stands within another field is named by both. */
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

/** The pages of things by the first word of what was done with them. */
const PAGES = wordMap<(slug: string, id: string) => string>({
  transaction: (slug, id) => `/${slug}/transactions/${id}`,
  delivery: (slug, id) => `/${slug}/deliveries/${id}`,
  dispute: (slug, id) => `/${slug}/disputes/${id}`,
  defense: (slug, id) => `/${slug}/disputes/${id}`,
  resend: (slug, id) => `/${slug}/resends/${id}`,
  webhook: (slug, id) => `/${slug}/webhooks?open=${id}`,
  account: () => '/settings/accounts',
});

/** Where the thing of an entry is shown; null where nothing shows it. */
export function hrefOf({ action, target, operation, account }: Pointing): string | null {
  const slug = account?.slug ?? '';
  if (operation !== null && slug !== '') return `/${slug}/operations/${encodeURIComponent(operation)}`;
  const page = PAGES[action.split('.')[0] ?? ''];
  if (page === undefined || target === null || slug === '') return null;
  return page(slug, encodeURIComponent(target));
}
