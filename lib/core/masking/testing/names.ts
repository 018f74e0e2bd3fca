import fc from 'fast-check';

/** Names as people have them and as they may be typed, with the signs that a pattern reads as its own. */
export const PEOPLES_NAMES = [
  'Ana-Maria Souza',
  "Júlia D'Ávila",
  'Gráfica Pau-d’Arco',
  'Souza (Ana',
  'Souza [Ana]',
  'Ana \\d Souza',
  'Ana* Souza+',
  'Ana $1 Souza$',
  '^Ana|Souza',
  'Ana {2} Souza}',
  'Ana/Souza?',
  'Ana & Souza #1, ~2; 3=4 <5> "6" `7` !8 %9',
  'A',
  'X Æ A-Xii',
  '李小龙',
  'Zoë \u{1f600} Ångström',
  'Nguyễn Thị',
];

/** Any such name: never blank at its ends, as contracts trim them. */
export const peoplesName = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(...String.raw`-'([\*+?$^|{}])./&#~,;:=<>"!%@`),
      fc.constantFrom(...'aBé ç'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    minLength: 1,
    maxLength: 12,
  })
  .map((name) => name.trim())
  .filter((name) => name !== '');
