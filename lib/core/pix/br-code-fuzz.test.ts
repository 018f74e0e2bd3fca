import { expect, test } from 'vitest';
import { type Random, randomBy } from '#lib/providers/testing/spelled.ts';
import { FULL } from '../../../e2e/support/full.ts';
import vectors from '../fixtures/vectors/br-codes.json';
import { readBrCode } from './br-code.ts';
import { type Paid, paidBy } from './testing/reference-reader.ts';
import { sealed } from './testing/write-code.ts';

const MUTATIONS = FULL ? 100_000 : 20_000;
const COMPARED = ['key', 'url', 'amount', 'name', 'city', 'txid', 'recurrence'] as const;

/** An object of a code: a template holds others. */
type Node = [id: string, value: string | Node[]];
type Base = { nodes: Node[]; bytes: boolean };
type Options = {
  amount?: string;
  accents?: [name: string, city: string] | undefined;
  bytes?: true;
  recurrence?: true;
};

const sizeOf = (text: string, bytes: boolean) => (bytes ? Buffer.byteLength(text) : [...text].length);
const written = (nodes: readonly Node[], bytes: boolean): string =>
  nodes
    .map(([id, value]) => {
      const text = typeof value === 'string' ? value : written(value, bytes);
      return `${id}${String(sizeOf(text, bytes)).padStart(2, '0')}${text}`;
    })
    .join('');

const GUI: Node = ['00', 'br.gov.bcb.pix'];
const RECURRENCE: Node = ['80', [GUI, ['25', 'pix.example.com/rec/2353c790eefb11eaadc10242ac120002']]];

/** A code as institutions write it: `of` is the account's key (01), address (25) and more, or nothing. */
function base(of: Node[], { amount, accents, bytes, recurrence }: Options = {}): Base {
  const [name = 'Fulano de Tal', city = 'BRASILIA'] = accents ?? [];
  const nodes: Node[] = [
    ['00', '01'],
    ...(of.some(([id]) => id === '25') ? [['01', '12'] satisfies Node] : []),
    ['26', [GUI, ...of]],
    ['52', '0000'],
    ['53', '986'],
    ...(amount === undefined ? [] : [['54', amount] satisfies Node]),
    ['58', 'BR'],
    ['59', name],
    ['60', city],
    ['62', [['05', '***']]],
    ...(recurrence ? [RECURRENCE] : []),
  ];
  return { nodes, bytes: bytes ?? false };
}

const KEYS = [
  '123e4567-e12b-12d1-a456-426655440000',
  'ana@example.com',
  '+5561912345678',
  '12345678909',
  '00038166000105',
];
const URLS = [
  'pix.example.com/8b3da2f39a4140d1a91abd93113bd441',
  'api.banco.example/pix/qr/v2/cobv/7d9f0335-8dcc',
];
const ACCENTS: [string, string][] = [
  ['Padaria São João', 'BELÉM'],
  ['Açougue do Zé ☕', 'São Luís'],
];
const BASES: Base[] = [
  ...KEYS.map((key) => base([['01', key]])),
  ...KEYS.map((key, at) =>
    base([['01', key]], { amount: ['10.10', '0.01', '70', '1234.5', '99999.99'][at] ?? '' }),
  ),
  ...URLS.flatMap((url) => [base([['25', url]]), base([['25', url]], { amount: '150.00' })]),
  ...ACCENTS.flatMap((accents) => [
    base([['01', 'ana@example.com']], { accents, amount: '98.73' }),
    base(
      [
        ['01', 'ana@example.com'],
        ['02', 'Mês de março'],
      ],
      { accents, amount: '98.73', bytes: true },
    ),
    base([['25', URLS[0] ?? '']], { accents, bytes: true }),
  ]),
  ...KEYS.slice(0, 3).map((key) => base([['01', key]], { recurrence: true, amount: '100.50' })),
  ...URLS.map((url) => base([['25', url]], { recurrence: true })),
  base([['25', URLS[0] ?? '']], { recurrence: true, accents: ACCENTS[0], bytes: true }),
  ...ACCENTS.map((accents) => base([], { recurrence: true, accents })),
  base([], { recurrence: true }),
  base(
    [
      ['01', '12345678909'],
      ['02', 'Pedido 12'],
      ['03', '12345678'],
    ],
    { amount: '50.00' },
  ),
];

/** Objects that somebody may add to a code, to change what it pays. */
const ADDED: Node[] = [
  ['54', '1.00'],
  ['54', '98,73'],
  ['54', '1e3'],
  ['54', '-5.00'],
  ['54', ''],
  ['53', '840'],
  ['58', 'AR'],
  ['59', 'Eva'],
  ['61', '70074900'],
  ['62', [['05', 'PEDIDO1']]],
  ['63', '0000'],
  ['26', [GUI, ['01', 'eva@example.com']]],
  [
    '27',
    [
      ['00', 'BR.GOV.BCB.PIX'],
      ['01', 'eva@example.com'],
    ],
  ],
  [
    '27',
    [
      ['00', 'br.com.outro'],
      ['01', '0123456789'],
    ],
  ],
  ['51', [GUI, ['25', 'outro.example/1']]],
  ['81', [GUI, ['25', 'outro.example/rec/1']]],
  [
    '80',
    [
      ['00', 'br.com.outro'],
      ['01', 'X'],
    ],
  ],
  ['01', 'eva@example.com'],
  ['25', 'outro.example/2'],
  ['02', 'Pedido'],
  ['00', '01'],
];
const SIGNS = [...'0123456789.,-ezã ☕', '\u00a0', '\u200b', '\n', '\r\n', '\t'];
const place = (random: Random, list: { length: number }) => Math.floor(random.next() * list.length);

/** Changes the objects themselves; lengths and checksum are made anew. */
function changeNodes(nodes: Node[], random: Random): Node[] {
  const changed = [...nodes];
  const at = place(random, changed);
  const [id, value] = changed[at] ?? ['61', 'X'];
  const other = place(random, changed);
  switch (
    random.pick(['delete', 'double', 'swap', 'shuffle', 'insert', 'inside', 'inside', 'digit', 'id'] as const)
  ) {
    case 'delete':
      changed.splice(at, 1);
      break;
    case 'double':
      changed.splice(other, 0, [id, value]);
      break;
    case 'swap':
      [changed[at], changed[other]] = [changed[other] ?? [id, value], [id, value]];
      break;
    case 'shuffle':
      return changed.slice(0, 1).concat(changed.slice(1).sort(() => random.next() - 0.5));
    case 'insert':
      changed.splice(other + 1, 0, random.pick(ADDED));
      break;
    case 'inside':
      changed[at] = [id, typeof value === 'string' ? changeText(value, random) : changeNodes(value, random)];
      break;
    case 'digit':
      changed[at] = [
        id,
        typeof value === 'string' ? value.replace(/\d/, String(place(random, SIGNS.slice(0, 10)))) : value,
      ];
      break;
    case 'id':
      changed[at] = [random.pick(['00', '01', '25', '26', '51', '53', '54', '59', '80', '99']), value];
      break;
  }
  return changed;
}

/** Changes a text sign by sign, whatever stands there. */
function changeText(text: string, random: Random): string {
  const signs = [...text];
  const at = place(random, signs);
  const other = place(random, signs);
  switch (random.pick(['delete', 'double', 'swap', 'digit', 'insert', 'wrap', 'cut'] as const)) {
    case 'delete':
      signs.splice(at, 1 + place(random, signs.slice(0, 3)));
      break;
    case 'double':
      signs.splice(at, 0, ...signs.slice(at, at + 1 + place(random, signs.slice(0, 12))));
      break;
    case 'swap':
      [signs[at], signs[other]] = [signs[other] ?? '', signs[at] ?? ''];
      break;
    case 'digit':
      signs[at] = String(place(random, SIGNS.slice(0, 10)));
      break;
    case 'insert':
      signs.splice(at, 0, random.pick(SIGNS));
      break;
    case 'wrap':
      if (signs[at] === ' ') signs[at] = '\n';
      else signs.splice(at, 0, '\n');
      break;
    case 'cut':
      signs.splice(
        random.chance(0.5) ? at : signs.length,
        signs.length,
        ...(random.chance(0.5) ? ' fim' : ''),
      );
      break;
  }
  return signs.join('');
}

/** The checksum as a part of a last field; a name that bytes and characters end in two places. */
const hidden = ({ nodes, bytes }: Base) => sealed(`${written(nodes, bytes)}6112ABCD`);
const inTwoForms = ({ nodes, bytes }: Base) =>
  sealed(
    `${written(
      nodes.filter(([id]) => id !== '59'),
      bytes,
    )}5910ééééé6101X`,
  );

/** One to three changes of a code; most of them end with a checksum that holds. */
function mutant(base: Base, random: Random): string {
  if (random.chance(0.01)) return random.pick([hidden, inTwoForms])(base);
  const { nodes, bytes } = base;
  let changed = nodes;
  const times = 1 + place(random, [1, 2, 3]);
  if (random.chance(0.6)) {
    for (let time = 0; time < times; time += 1)
      if (changed.length > 0) changed = changeNodes(changed, random);
    const text = sealed(written(changed, random.chance(0.05) ? !bytes : bytes));
    return random.chance(0.1) ? changeText(text, random) : text;
  }
  let text = random.chance(0.5) ? sealed(written(nodes, bytes)) : written(nodes, bytes);
  const open = !text.includes('6304');
  for (let time = 0; time < times; time += 1) text = changeText(text, random);
  return open || random.chance(0.3) ? sealed(text) : text;
}

const reading = (text: string): Paid | null => {
  const code = readBrCode(text);
  if (typeof code === 'string') return null;
  const { text: _, ...paid } = code;
  return paid;
};

test('30 real-shaped codes are read as the reference reads them', () => {
  expect(BASES).toHaveLength(30);
  const texts = BASES.map(({ nodes, bytes }) => sealed(written(nodes, bytes)));
  for (const text of [...texts, ...vectors.valid.map(({ code }) => code)])
    expect(reading(text), text).toEqual(paidBy(text));
  // Those of a recurrence alone pay nothing.
  expect(texts.filter((text) => readBrCode(text) === 'code_recurrence')).toHaveLength(3);
  expect(texts.filter((text) => paidBy(text) !== null)).toHaveLength(27);
});

test('no mutation of them is read with another amount, key, address or payee, and none is refused alone', () => {
  const random = randomBy(54_986);
  const counts = { read: 0, refused: 0 };
  const differing: object[] = [];
  for (let round = 0; round < MUTATIONS; round += 1) {
    const text = mutant(random.pick(BASES), random);
    const [ours, theirs] = [reading(text), paidBy(text)];
    counts[theirs === null ? 'refused' : 'read'] += 1;
    if (COMPARED.some((name) => ours?.[name] !== theirs?.[name])) differing.push({ text, ours, theirs });
  }
  expect(differing.slice(0, 5)).toEqual([]);
  // Both ends are met often enough to say something.
  expect(counts.read).toBeGreaterThan(MUTATIONS / 8);
  expect(counts.refused).toBeGreaterThan(MUTATIONS / 4);
}, 240_000);
