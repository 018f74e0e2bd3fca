import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PEOPLES_NAMES, peoplesName } from '#lib/core/masking/testing/names.ts';
import { formsOf, learn, othersNames, type Person, patternOf } from './erase-command.ts';

const DOCUMENT = '52998224725';
const nobody = (): Person => ({ document: DOCUMENT, names: new Set(), contacts: new Set() });
function learnt(value: unknown, alone = false) {
  const person = nobody();
  learn(person, value, { alone });
  return { names: [...person.names], contacts: [...person.contacts] };
}

describe('learn', () => {
  it('takes what stands beside the document, by its stem', () => {
    const value = {
      ...{ payerName: 'Ana Souza', payerDocument: '529.982.247-25', payerEmail: 'ana@exemplo.com' },
      ...{ receiverName: 'Loja Boa Ltda', receiverDocument: '11222333000181' },
    };
    expect(learnt(value)).toEqual({ names: ['Ana Souza'], contacts: ['ana@exemplo.com'] });
  });

  it('reads a document that has a type of its own, and objects in objects', () => {
    const value = { data: [{ payer: { name: 'Ana Souza', document: { type: 'CPF', number: DOCUMENT } } }] };
    expect(learnt(value).names).toEqual(['Ana Souza']);
  });

  it('takes the key of a payment to the person, and not that of one from them', () => {
    const party = { name: 'Ana Souza', document: DOCUMENT };
    expect(learnt({ withdrawPixKey: '+5511987650001', receiver: party }).contacts).toEqual([
      '+5511987650001',
    ]);
    expect(learnt({ withdrawPixKey: '+5511987650001', payer: party }).contacts).toEqual([]);
  });

  it('takes everything of a value about one person, and nothing masked or too short to be a name', () => {
    const value = { input: { pixKey: 'ana@exemplo.com' }, shown: { name: 'Ana Souza', document: DOCUMENT } };
    expect(learnt(value, true)).toEqual({ names: ['Ana Souza'], contacts: ['ana@exemplo.com'] });
    expect(learnt({ name: 'Ana S.', document: DOCUMENT, email: 'a***@e***.com' })).toEqual({
      ...{ names: [], contacts: [] },
    });
  });
});

it('a name beside another document is somebody else’s too', () => {
  const person = { ...nobody(), names: new Set(['Ana Souza']) };
  const found = new Set<string>();
  othersNames(person, { payer: { name: 'ANA SOUZA', document: '***.444.777-**' } }, found);
  othersNames(person, { payer: { name: 'ANA SOUZA', document: DOCUMENT } }, found);
  expect([...found]).toEqual([]);
  othersNames(person, { payer: { name: 'ANA SOUZA', document: '111.444.777-35' } }, found);
  expect([...found]).toEqual(['Ana Souza']);
});

describe('patternOf', () => {
  const person: Person = {
    document: DOCUMENT,
    names: new Set(['João (D’Ávila) Souza']),
    contacts: new Set(['joao+loja@exemplo.com', '+5511987650001']),
  };
  const pattern = new RegExp(patternOf(person), 'i');

  it.each([
    '529.982.247-25',
    'doc:52998224725;',
    '000201br.gov.bcb.pix0111529982247255204',
    'JOAO (D’AVILA)  SOUZA',
    'Jo\\u00e3o (D’\\u00c1vila) Souza',
    'Joao+Loja@Exemplo.com',
    '(11) 98765-0001',
  ])('finds %s', (text) => {
    expect(pattern.test(text)).toBe(true);
  });

  it.each(['529.982.247-26', 'Joana Souza', 'joaoloja@exemplo.com', '(11) 98765-0002'])(
    'leaves %s',
    (text) => {
      expect(pattern.test(text)).toBe(false);
    },
  );

  it('keeps forms without a name of its own', () => {
    expect(formsOf(person).filter((form) => form.startsWith('holder:'))).toEqual([
      'holder:joao (d’avila) souza|***.982.247-**',
    ]);
  });
});

describe('the pattern of a name', () => {
  const patternFor = (name: string) =>
    new RegExp(patternOf({ document: DOCUMENT, names: new Set([name]), contacts: new Set() }), 'i');

  it.each([...PEOPLES_NAMES, 'Şebnem Yıldız', 'Łukasz Żak'])('finds %j', (name) => {
    for (const written of [name, name.toLowerCase(), name.toUpperCase(), JSON.stringify(name).slice(1, -1)])
      if (written === name || !/["\\]/.test(written)) expect(written).toMatch(patternFor(name));
    expect('somebody else').not.toMatch(patternFor(`${name} de Tal`));
  });

  it('finds any name as it is written', () => {
    fc.assert(
      fc.property(peoplesName, (name) => {
        expect(name.normalize('NFC')).toMatch(patternFor(name));
        expect('').not.toMatch(patternFor(`${name} de Tal`));
      }),
      { numRuns: 200 },
    );
  });
});
