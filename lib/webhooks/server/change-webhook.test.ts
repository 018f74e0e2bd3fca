import { expect, test } from 'vitest';
import type { Webhook } from '#lib/providers/records.ts';
import { EDIT_WEBHOOK, type Patch } from '#lib/webhooks/server/change-webhook.ts';

type LookUpArgs = Parameters<NonNullable<typeof EDIT_WEBHOOK.lookUp>>[0];
type List = { items: Partial<Webhook>[]; unread?: { rows: number; fields: string[] } } | null;
const STANDS = { id: 'w1', url: 'https://a.example/', events: ['paid'], active: true };
async function lookUpEdit(patch: Patch, stands: Partial<Webhook> | null, list: List = { items: [] }) {
  const webhooks = {
    get: async () => (stands === null ? null : { ...STANDS, ...stands }),
    list: async () => list,
  };
  const seen = await EDIT_WEBHOOK.lookUp?.({
    request: { id: 'w1', patch },
    port: { kind: 'pix', webhooks },
    call: {},
  } as unknown as LookUpArgs);
  return seen?.found;
}
const OTHER = { url: 'https://b.example/' };

test('an edit is known by what the webhook tells of what was edited', async () => {
  expect(await lookUpEdit(OTHER, OTHER)).toBe('there');
  expect(await lookUpEdit(OTHER, {})).toBe('absent');
  expect(await lookUpEdit({ events: ['paid', 'refunded'] }, {})).toBe('absent');
  expect(await lookUpEdit({ active: false }, { active: false })).toBe('there');
});

test.each<[Patch, Partial<Webhook>]>([
  [OTHER, { url: null }],
  [{ events: ['refunded'] }, { events: [] }],
  [{ active: false }, { active: null }],
])('an edit of %j is neither there nor not where that is not told', async (patch, stands) => {
  expect(await lookUpEdit(patch, stands)).toBe('unsure');
  expect(
    await lookUpEdit({ ...patch, ...OTHER }, { ...stands, url: STANDS.url }),
    'what is told differs',
  ).toBe('absent');
});

test('a webhook that is not found is gone only where a list says so', async () => {
  expect(await lookUpEdit(OTHER, null)).toBe('absent');
  expect(await lookUpEdit(OTHER, null, null), 'there is no list').toBe('unsure');
  expect(await lookUpEdit(OTHER, null, { items: [], unread: { rows: 1, fields: ['row'] } })).toBe('unsure');
});
