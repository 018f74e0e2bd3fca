import { pageOf } from '#lib/audit-log/things.ts';

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
  const place = { slug: account?.slug ?? '', id: encodeURIComponent(target ?? '') };
  if (operation !== null && place.slug !== '')
    return `/${place.slug}/operations/${encodeURIComponent(operation)}`;
  return pageOf(action, place);
}
