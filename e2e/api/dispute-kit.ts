import { randomUUID } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { z } from 'zod';
import { type DisputeDetail, Draft } from '#lib/disputes/contract.ts';
import { PDF } from '#lib/disputes/server/testing/a-pdf.ts';
import { test as base, expect, type Problem, type Provider } from './provider.ts';

export const DISPUTES = '/api/accounts/pix/disputes';
export const TEXT = 'Entregue em 17/11 às 16:08, assinado pela compradora.';
/** The provider's route of defenses, as faults name it. */
export const DEFENSES = '/user/infractions/{id}/defenses';

export type Held = {
  id: string;
  status: string;
  defenseHistory: {
    id: string;
    defense: string;
    files: { name: string; mimeType: string; size: number }[];
  }[];
};
type Control = (path: string, body?: object) => Promise<Record<string, unknown>>;

/** `dispute(…)` opens one on a charge that was paid for it; `held(id)` is what the provider has. */
export const test = base.extend<{
  dispute: (more?: object) => Promise<{ id: string; transactionId: string }>;
  held: (id: string) => Promise<Held>;
}>({
  dispute: async ({ provider, control }, use) => use((more) => openDispute(provider, control, more)),
  held: async ({ provider }, use) =>
    use(async (id) => (await provider.read(`/user/infractions/${id}`)) as unknown as Held),
});
export { expect, PDF };

let made = 0;

async function openDispute(provider: Pick<Provider, 'create'>, control: Control, more: object = {}) {
  made += 1;
  const clientReference = `dispute-${Date.now()}-${made}`;
  const charge = await provider.create({ amount: 100 + made, clientReference, expiresIn: 3600 });
  await control('/pay', { transactionId: charge.id });
  const answer = await control('/dispute', { transactionId: charge.id, ...more });
  return { id: (answer.dispute as { id: string }).id, transactionId: charge.id };
}

export async function problemOf(answer: APIResponse, status: number, code: string): Promise<Problem & Told> {
  const text = await answer.text();
  expect(answer.status(), text).toBe(status);
  expect(answer.headers()['content-type']).toContain('application/problem+json');
  const problem = JSON.parse(text) as Problem & Told;
  expect(problem.code, text).toBe(code);
  return problem;
}
type Told = { existing?: Record<string, unknown>; operationId?: string; fields?: { message: string }[] };

export async function bodyOf<T extends z.ZodType>(
  schema: T,
  answer: APIResponse,
  status = 200,
): Promise<z.infer<T>> {
  expect(answer.status(), await answer.text()).toBe(status);
  return schema.parse(await answer.json());
}

/** Changes at the provider need a key of their own; the same key is the same intent. */
export const defend = (
  request: APIRequestContext,
  id: string,
  data: object = { text: TEXT },
  key: string = randomUUID(),
) => request.post(`${DISPUTES}/${id}/defenses`, { data, headers: { 'idempotency-key': key } });

export async function saveDraft(
  request: APIRequestContext,
  id: string,
  version: number,
  sale: string,
): Promise<z.infer<typeof Draft>> {
  const sections = { sale, delivery: '', contact: '', conclusion: '' };
  const data = { version, situation: 'scam', sections, checked: [] };
  return bodyOf(Draft, await request.put(`${DISPUTES}/${id}/draft`, { data }));
}

export const upload = (
  request: APIRequestContext,
  id: string,
  file: { name: string; mimeType: string; buffer: Buffer } = {
    name: 'nota.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(PDF),
  },
) => request.post(`${DISPUTES}/${id}/draft/attachments`, { multipart: { file } });

type Detail = z.infer<typeof DisputeDetail>;
export const detailOf = async (request: APIRequestContext, id: string): Promise<Detail['dispute']> =>
  ((await (await request.get(`${DISPUTES}/${id}`)).json()) as Detail).dispute;
