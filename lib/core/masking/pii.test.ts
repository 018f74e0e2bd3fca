import { expect, test } from 'vitest';
import { z } from 'zod';
import { masked, pii, record } from '#lib/core/masking/pii.ts';

const VIEWER = { names: false };
const ANALYST = { names: true };

test('a name is told from a company by the sibling that it names', () => {
  const Holder = z.object({ holder: pii.name(z.string(), 'taxId'), taxId: pii.document(z.string()) });
  const person = { holder: 'Casa Verde', taxId: '52998224725' };
  expect(masked(Holder, person, VIEWER)).toEqual({ holder: 'Casa V.', taxId: '***.982.247-**' });
  const company = { holder: 'Casa Verde', taxId: '11222333000181' };
  expect(masked(Holder, company, VIEWER).holder).toBe('Casa Verde');
});

test('masks go by field, not by looks: what is nobody’s stays whatever it looks like', () => {
  const Row = record({ id: pii.harmless(z.string()), note: z.string(), key: pii.key(z.string().nullable()) });
  const row = { id: '52998224725', note: 'CPF 52998224725', key: 'ana@loja.example' };
  expect(masked(Row, row, ANALYST)).toEqual({
    id: '52998224725',
    note: 'CPF ***.982.247-**',
    key: 'a***@l***.example',
  });
});

test('a text of a record that nobody said anything of is masked, however deep it stands', () => {
  const Row = record({
    plain: z.string(),
    deep: z.object({ list: z.array(z.object({ text: z.string().nullable().optional() })) }),
    any: z.unknown(),
  });
  const note = 'de Ana: ana.maria@loja.example';
  const row = { plain: note, deep: { list: [{ text: note }, { text: null }] }, any: { note } };
  expect(JSON.stringify(masked(Row, row, VIEWER))).not.toContain('ana.maria');
  expect(masked(Row.extend({ own: z.string() }), { ...row, own: note }, VIEWER)).toMatchObject({
    plain: 'de Ana: a***@l***.example',
    own: note,
  });
});

test('whom a thing names is hidden in what was written about it, not in another row', () => {
  const Thing = record({
    payer: z.object({ name: pii.name(z.string()) }),
    note: z.string(),
    answers: z.array(z.object({ text: z.string() })),
  });
  const note = 'Ana Maria Souza e Bia Campos Reis';
  const thing = (name: string) => ({ payer: { name }, note, answers: [{ text: note }] });
  const [ana, bia] = masked(z.array(Thing), [thing('Ana Maria Souza'), thing('Bia Campos Reis')], VIEWER);
  expect(ana).toMatchObject({
    note: 'Ana S. e Bia Campos Reis',
    answers: [{ text: 'Ana S. e Bia Campos Reis' }],
  });
  expect(bia?.note).toBe('Ana Maria Souza e Bia R.');
  expect(masked(z.array(Thing), [thing('Ana Maria Souza')], ANALYST)[0]?.note).toBe(note);
});

test('a schema made of a marked one is marked as well; of several it is the one that fits', () => {
  const Text = pii.text(z.string()).min(1);
  const Either = z.object({
    of: z.union([z.object({ free: Text }), z.object({ id: z.string() })]).nullable(),
  });
  expect(masked(Either, { of: { free: 'a@b.example' } }, VIEWER).of).toEqual({ free: 'a***@b***.example' });
  expect(masked(Either, { of: { id: 'a@b.example' } }, VIEWER).of).toEqual({ id: 'a@b.example' });
  expect(masked(Either, { of: null }, VIEWER)).toEqual({ of: null });
});
