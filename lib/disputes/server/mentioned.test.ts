import { expect, test } from 'vitest';
import { mentioned } from './mentioned.ts';

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
