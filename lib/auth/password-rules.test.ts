import { expect, it } from 'vitest';
import { isMadeOfOwn, lengthOf } from './password-rules.ts';

const joana = { name: 'Joana Arruda', email: 'joana@aroeira.example' };

it.each([
  ['joana.arruda', true],
  ['Aroeira2026!!', true],
  ['aroeira e lilás bigorna', false],
  ['lilás bigorna tatu', false],
  ['curta', false],
  ['', false],
])('%j is made of one’s own name or e-mail: %s', (password, own) => {
  expect(isMadeOfOwn(password, joana)).toBe(own);
});

it('counts characters as people do', () => {
  expect(lengthOf('ação 🐢')).toBe(6);
});
