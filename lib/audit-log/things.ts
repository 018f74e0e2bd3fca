import type { OPERATION_GROUPS, PLAIN } from '#lib/audit-log/actions.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';

/** A missing slug or id is empty. Ids are URL-encoded. */
type Place = { slug: string; id: string };
type Page = (place: Place) => string | null;

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

type FirstWord<A> = A extends `${infer Word}.${string}` ? Word : A;
type Other = Exclude<FirstWord<keyof typeof PLAIN | keyof typeof OPERATION_GROUPS>, Thing>;

/** Other subjects, and the page that shows each; `null`: no page, or only that of its operation. */
const ELSEWHERE: Record<Other, Thing | null> = {
  defense: 'dispute',
  secret: 'webhook',
  profile: 'operator',
  charge: null,
  refund: null,
  withdrawal: null,
  transfer: null,
  recurrence: null,
  'pix-key': null,
  'callback-secret': null,
  simulator: null,
  customer: null,
  filter: null,
  view: null,
  'sign-in': null,
  'sign-out': null,
  'step-up': null,
  'step-up-needed': null,
  session: null,
  permission: null,
  'ready-sign-ins': null,
  audit: null,
  backup: null,
  key: null,
  person: null,
};

const SHOWN_BY: Readonly<Record<string, Thing | null>> = lookupTable({
  ...ELSEWHERE,
  ...Object.fromEntries(THINGS.map((thing) => [thing, thing])),
});

/** Path of the page of an action's subject, found by the action's first word; null: none. */
export function pageOf(action: string, place: Place): string | null {
  const thing = SHOWN_BY[action.split('.')[0] ?? ''] ?? null;
  return thing === null ? null : PAGES[thing](place);
}
