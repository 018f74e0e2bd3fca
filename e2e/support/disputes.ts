import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { type DisputeDetail, Draft } from '#lib/disputes/contract.ts';
import { PDF } from '#lib/disputes/server/testing/a-pdf.ts';
import { jsonOf } from './answers.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import type { Control } from './product.ts';
import type { Provider } from './provider.ts';

export { PDF };
export const DISPUTES = '/api/accounts/pix/disputes';
export const TEXT = 'Entregue em 17/11 às 16:08, assinado pela compradora.';
/** The provider's route of defenses, as faults name it. */
export const DEFENSES = '/user/infractions/{id}/defenses';

/** A dispute as the provider has it. */
export type Infraction = {
  id: string;
  status: string;
  defenseHistory: {
    id: string;
    defense: string;
    files: { name: string; mimeType: string; size: number }[];
  }[];
};

export const infractionOf = async (provider: Provider, id: string): Promise<Infraction> =>
  (await provider.read(`/user/infractions/${id}`)) as unknown as Infraction;

let opened = 0;

/** Opens a dispute about a charge that was paid for it. */
export async function openDispute(
  provider: Pick<Provider, 'create'>,
  control: Control,
  more: object = {},
): Promise<{ id: string; transactionId: string }> {
  opened += 1;
  const clientReference = `dispute-${Date.now()}-${opened}`;
  const charge = await provider.create({ amount: 100 + opened, clientReference, expiresIn: 3600 });
  await control('/pay', { transactionId: charge.id });
  const answer = await control('/dispute', { transactionId: charge.id, ...more });
  return { id: (answer.dispute as { id: string }).id, transactionId: charge.id };
}

export const bodyOf = async <T extends z.ZodType>(schema: T, answer: ApiAnswer, status = 200) =>
  schema.parse(await jsonOf(answer, status));

/** Changes at the provider need their own key; the same key is the same intent. */
export const defend = (
  request: ApiClient,
  id: string,
  data: object = { text: TEXT },
  key: string = randomUUID(),
) => request.post(`${DISPUTES}/${id}/defenses`, { data, headers: { 'idempotency-key': key } });

export async function saveDraft(
  request: ApiClient,
  id: string,
  version: number,
  sale: string,
): Promise<z.infer<typeof Draft>> {
  const sections = { sale, delivery: '', contact: '', conclusion: '' };
  const data = { version, situation: 'scam', sections, checked: [] };
  return bodyOf(Draft, await request.put(`${DISPUTES}/${id}/draft`, { data }));
}

export const upload = (
  request: ApiClient,
  id: string,
  file: { name: string; mimeType: string; buffer: Buffer } = {
    name: 'nota.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(PDF),
  },
) => request.post(`${DISPUTES}/${id}/draft/attachments`, { multipart: { file } });

type Detail = z.infer<typeof DisputeDetail>;
export const detailOf = async (request: ApiClient, id: string): Promise<Detail['dispute']> =>
  ((await (await request.get(`${DISPUTES}/${id}`)).json()) as Detail).dispute;
