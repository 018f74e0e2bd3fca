import { describe, expect, test } from 'vitest';
import {
  type Act,
  json,
  portTo,
  refusal,
  testProvider,
  text,
} from '#lib/providers/pix/testing/test-provider.ts';
import type { DefenseForm, UploadFile } from '#lib/providers/port.ts';

const provider = testProvider();
const MADE = json(201, { id: 'def_1', defense: 'Entregue.', status: 'PENDING' });
const file: UploadFile = { name: 'a.pdf', mimeType: 'application/pdf', bytes: Buffer.from('%PDF') };

async function defend(acts: Act[], more: { files?: UploadFile[]; form?: DefenseForm | null } = {}) {
  provider.acts = [...acts];
  provider.arrived.length = 0;
  const { port, change, sent } = portTo(provider.base);
  const defense = { text: 'Entregue.', files: [], form: null, ...more };
  const outcome = await port.disputes.defend?.('inf/1', defense, change);
  const forms = provider.arrived.map(({ headers }) => (headers['content-type'] ?? '').split(';')[0]);
  expect(sent.times).toBe(forms.length);
  return { outcome, forms };
}
const FORM = 'multipart/form-data';
const JSON_TYPE = 'application/json';
const invalid = (...details: { field: string; message: string }[]) => refusal(400, 'PZV001', { details });

describe('which form a defense takes', () => {
  test('multipart first, its parts by name', async () => {
    const { outcome, forms } = await defend([MADE], { files: [file, file] });
    expect(outcome).toMatchObject({
      kind: 'done',
      value: { form: 'multipart', defense: { id: 'def_1', text: 'Entregue.', status: 'PENDING' } },
    });
    expect(forms).toEqual([FORM]);
    expect(provider.arrived[0]?.url).toBe('/v1/user/infractions/inf%2F1/defenses');
    expect([...(provider.arrived[0]?.body ?? '').matchAll(/ name="(\w+)"/g)].map(([, name]) => name)).toEqual(
      ['defense', 'files', 'files'],
    );
  });

  test.each<[string, Act]>([
    ['415', text(415, '')],
    ['a 400 that names nothing', invalid()],
    ['a 400 of another field', invalid({ field: 'content-type', message: 'x' })],
    ['a 400 that misses what was there', invalid({ field: 'defense', message: 'é obrigatório' })],
    ['a 400 that misses it in the body', invalid({ field: 'body.defense', message: 'Required' })],
  ])('after %s: JSON, once', async (_, first) => {
    const { outcome, forms } = await defend([first, MADE]);
    expect(outcome).toMatchObject({ kind: 'done', value: { form: 'json' } });
    expect(forms).toEqual([FORM, JSON_TYPE]);
    expect(JSON.parse(provider.arrived[1]?.body ?? '')).toEqual({ defense: 'Entregue.' });
    expect((await defend([first, first, MADE])).forms).toHaveLength(2);
  });

  test.each<[string, Act, object]>([
    [
      'a text that is too long',
      invalid({ field: 'defense', message: 'no máximo 1000 caracteres' }),
      { kind: 'refused' },
    ],
    ['409', refusal(409, 'PZK212'), { kind: 'refused' }],
    ['422', refusal(422, 'PZG422'), { kind: 'refused' }],
    ['404', refusal(404, 'PZG404'), { kind: 'refused', error: { code: 'not_found' } }],
    ['500', refusal(500, 'PZI100'), { kind: 'unknown' }],
    ['silence', () => undefined, { kind: 'unknown' }],
    ['a sentence', json(201, { message: 'ok' }), { kind: 'unknown' }],
    ['nothing', text(204, ''), { kind: 'unknown' }],
  ])('%s is the end of it', async (_, first, end) => {
    const { outcome, forms } = await defend([first, MADE]);
    expect(outcome).toMatchObject(end);
    expect(forms).toEqual([FORM]);
  });

  test('files never travel as JSON, and are never left behind', async () => {
    for (const form of [null, 'json', 'multipart'] as const) {
      const { outcome, forms } = await defend([text(415, ''), MADE], { files: [file], form });
      expect(outcome).toMatchObject({ kind: 'refused', error: { status: 415 } });
      expect(forms).toEqual([FORM]);
    }
  });

  test('what was learnt comes first, and the other way is open too', async () => {
    expect((await defend([MADE], { form: 'json' })).forms).toEqual([JSON_TYPE]);
    const { outcome, forms } = await defend([text(415, ''), MADE], { form: 'json' });
    expect(outcome).toMatchObject({ value: { form: 'multipart' } });
    expect(forms).toEqual([JSON_TYPE, FORM]);
  });

  test('where neither form is taken the first refusal is told; where the second is read, its own', async () => {
    const neither = await defend([invalid({ field: 'x', message: 'first' }), text(415, '')]);
    expect(neither.outcome).toMatchObject({ error: { status: 400 } });
    const second = await defend([text(415, ''), refusal(409, 'PZK212')]);
    expect(second.outcome).toMatchObject({ error: { details: { provider: { code: 'PZK212' } } } });
  });

  test('a 429 is waited for', async () => {
    const { outcome, forms } = await defend([refusal(429, 'PZG429', { retryAfterSeconds: 5 }), MADE]);
    expect(outcome).toMatchObject({ kind: 'done' });
    expect(forms).toEqual([FORM, FORM]);
  });
});

describe('reading defenses', () => {
  test.each<[string, Act]>([
    ['403', refusal(403, 'PZG403')],
    ['403 of the scope', refusal(403, 'PZA200')],
    ['404', refusal(404, 'PZG404')],
    ['405', text(405, '')],
  ])('null after %s', async (_, answer) => {
    provider.acts = [answer];
    expect(await portTo(provider.base).port.disputes.defenses('x', {})).toBeNull();
  });

  test('an account that is refused altogether is a fault', async () => {
    provider.acts = [refusal(403, 'PZA203')];
    await expect(portTo(provider.base).port.disputes.defenses('x', {})).rejects.toMatchObject({
      code: 'provider_credential',
    });
  });
});
