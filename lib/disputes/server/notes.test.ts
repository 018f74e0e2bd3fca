import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PEOPLES_NAMES, peoplesName } from '#lib/core/masking/testing/names.ts';
import { mentioned } from './work.ts';

const PEOPLE = new Map([
  ['op_1', 'Renata Mello'],
  ['op_2', 'Caio Fontes'],
  ['op_3', 'Caio Prates'],
  ['op_4', 'Lívia (jurídico)'],
]);

test.each([
  ['@Renata, o contrato está com o jurídico?', ['op_1']],
  ['pergunta a @renata mello', ['op_1']],
  ['@Caio viu isto?', []],
  ['@Caio Prates viu isto?', ['op_3']],
  ['@livia e @Renata', ['op_1', 'op_4']],
  ['@Renatas e renata@example.com', []],
  ['Renata sem arroba', []],
])('%s', (note, ids) => expect(mentioned(note, PEOPLE)).toEqual(ids));

test.each(PEOPLES_NAMES)('names %j', (name) => {
  expect(mentioned(`@${name}, veja isto`, new Map([['op_1', name]]))).toEqual(['op_1']);
  expect(mentioned('sem ninguém', new Map([['op_1', name]]))).toEqual([]);
});

test('any reader’s name is read, and none prevents a note from being written', () => {
  fc.assert(
    fc.property(
      peoplesName,
      peoplesName,
      fc.string({ unit: 'binary', maxLength: 8 }),
      (name, other, text) => {
        const people = new Map([
          ['op_1', name],
          ['op_2', `${other}2`],
          ['op_3', ''],
        ]);
        expect(mentioned(`${text}@${name} `, people)).toContain('op_1');
        mentioned(text, people);
      },
    ),
  );
});
