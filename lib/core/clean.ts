/** Cleans pasted values, on the page and again on the server, of what no valid value of the kind contains. */

/** What cleaning removed. Pages report it where the removal could matter (`common.cleaned`). */
export const LOSSES = [
  'invisible',
  'blanks',
  'lines',
  'quotes',
  'brackets',
  'label',
  'punctuation',
  'dashes',
  'widths',
] as const;
export type Loss = (typeof LOSSES)[number];
export type Cleaned = { value: string; lost: Loss[] };

type Losses = {
  /** Blanks allowed inside the value. Default: single ones. */
  blanks?: 'none' | 'all';
  /** Lines are joined without a blank, even where blanks are allowed. */
  joined?: true;
  /** The value itself has line breaks (certificates). */
  lines?: true;
  /** Removes quotes only as a pair around the whole: a single one could belong to the value. Default: ends. */
  quotes?: 'pair';
  brackets?: true;
  label?: RegExp;
  punctuation?: RegExp;
  dashes?: true;
  /** Full-width, small and ligature forms become plain ones; a superscript 2 does not become 2. */
  widths?: true;
};

const END = /[.,;:!?]+$/;
const SEPARATED = String.raw`\s*[:=#]\s*|\s(?:é|is)\s+`;
const label = (names: string, separator = SEPARATED) =>
  new RegExp(`^["']?(?:${names})["']?(?:${separator})`, 'iu');

/**
 * Options of ids, Pix keys and documents: no valid one stands in brackets, ends with punctuation, or has
 * typographic dashes or full-width forms.
 */
const COMPACT = { brackets: true, punctuation: END, dashes: true, widths: true } as const;

const KINDS = {
  /** Ids of transactions, disputes, deliveries, accounts and requests: opaque ASCII. */
  id: {
    blanks: 'none',
    ...COMPACT,
    label: label(
      '"?(?:(?:(?:transaction|payment|charge|withdraw|transfer|dispute|delivery|webhook|request|event)[ _-]?)?id|txid|transa[cç][aã]o|transaction|disputa|dispute|entrega|delivery|protocolo?)"?',
    ),
  },
  endToEndId: {
    blanks: 'none',
    brackets: true,
    label: label(
      '"?(?:e2e(?:[ _-]?id)?|end[ _-]?to[ _-]?end(?:[ _-]?id)?|id(?:entificador)?(?: da transa[cç][aã]o)?)"?',
    ),
    punctuation: END,
    widths: true,
  },
  /** Any text may be a merchant's reference: only quotes and the field's name before it are removed. */
  reference: {
    quotes: 'pair',
    label: label(
      '"?(?:client[ _-]?reference|external[ _-]?(?:ref(?:erence)?|id)|refer[eê]ncia)"?',
      String.raw`\s*[:=]\s*`,
    ),
  },
  key: {
    ...COMPACT,
    label: label(
      String.raw`(?:a |minha )?(?:chave(?: pix)?|pix(?:[ _-]?key)?|key|cpf|cnpj|e-?mail|telefone|celular|phone|mobile|tel)(?: \((?:cpf|cnpj|e-?mail|telefone|celular)\))?|mailto|tel`,
    ),
  },
  document: {
    ...COMPACT,
    label: label(
      String.raw`cpf(?:\/cnpj)?|cnpj|documento?|tax id`,
      String.raw`\s*(?:[:=#]|n[.ºo°]?[:\s]|\s)\s*`,
    ),
  },
  /** Digits in groups: cards, codes of an authenticator app. */
  digits: { punctuation: END, dashes: true, widths: true },
  /** A Pix copy-and-paste code: its checksum decides about blanks and line breaks inside. */
  code: {
    blanks: 'all',
    lines: true,
    label: label('pix(?: copia e cola)?|copia e cola|c[oó]digo(?: pix)?|code'),
  },
  address: {
    joined: true,
    brackets: true,
    label: label('url|endere[cç]o|address|webhook|endpoint|link', String.raw`\s*[:=]\s*(?=[^\w\s]*https?:)`),
    punctuation: /[.,;!]+$/,
  },
  email: {
    joined: true,
    brackets: true,
    label: label('mailto|e-?mail', String.raw`\s*[:=]\s*`),
    punctuation: END,
    widths: true,
  },
  /** A credential sent in a header: client ids and secrets, access tokens. */
  token: {
    blanks: 'none',
    label:
      /^(?:"?(?:authorization|(?:access|client|api)[ _-]?(?:token|secret|id|key)|token|secret)"?\s*[:=]\s*|(?:bearer|basic)\s+)/iu,
    punctuation: /[,;]+$/,
  },
  /** A signing secret, which may contain blanks. */
  secret: {
    joined: true,
    label: label('"?(?:(?:webhook|callback|signing)[ _-]?)?secret"?|segredo', String.raw`\s*[:=]\s*`),
    punctuation: /[,;]+$/,
  },
  /** A header as a log or a framework writes it, name and value. */
  header: { blanks: 'all', punctuation: /[,;]+$/ },
  certificate: { blanks: 'all', lines: true },
  /** Brackets stay: a spreadsheet writes a negative amount in them, which is then refused. */
  amount: {
    label: label('valor(?: total)?|total|amount|value'),
    // '1,' is the beginning of another amount.
    punctuation: /(?<!\d|[.,])[.,]+$|(?<=[.,]\d\d)[.,]+$|[;:!?]+$/,
    dashes: true,
    widths: true,
  },
} satisfies Record<string, Losses>;
export type PastedKind = keyof typeof KINDS;
export const PASTED_KINDS = Object.keys(KINDS) as PastedKind[];
/** The kind of a field's text; a function chooses by the text if the field accepts several kinds. */
export type Paste = PastedKind | ((text: string) => PastedKind);
const kindOf = (paste: Paste, text: string) => (typeof paste === 'function' ? paste(text) : paste);

/** Format characters, soft hyphens, variation selectors, fillers: characters that nobody sees or means. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\0]/gu;
const BLANK = /[\p{Zs}\t]/gu;
const LINES = /[\r\n\u0085\u2028\u2029\v\f]+/g;
/** Hyphens, dashes and the minus sign; U+30FC and the like are letters. */
const DASHES = /[\u2010-\u2015\u2212\u2043\ufe58\ufe63\uff0d]/g;
const WIDTHS = /[\ufb00-\ufb06\ufe50-\ufe6b\uff01-\uff5e\uffe0-\uffe6]/g;
const QUOTE = '["\'`´‘’‚‛“”„‟«»‹›＂＇]';
const QUOTES = {
  ends: new RegExp(`^${QUOTE}+|${QUOTE}+$`, 'gu'),
  pair: new RegExp(`^${QUOTE}(?=.*${QUOTE}[,;]?$)|(?<=^${QUOTE}.*)${QUOTE}[,;]?$`, 'gsu'),
};
const PAIRS = new Map([
  ['<', '>'],
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/** Returns the cleaned value and what was removed, in the order of `LOSSES`. */
export function cleaned(paste: Paste, text: string): Cleaned {
  const may: Losses = KINDS[kindOf(paste, text)];
  const lost = new Set<Loss>();
  let value = text;
  const step = (loss: Loss, after: string) => {
    if (after !== value) lost.add(loss);
    value = after;
  };

  step('invisible', value.replace(INVISIBLE, ''));
  if (may.blanks !== 'all') step('blanks', value.replace(BLANK, ' '));
  if (may.dashes) step('dashes', value.replace(DASHES, '-'));
  if (may.widths)
    step(
      'widths',
      value.replace(WIDTHS, (sign) => sign.normalize('NFKC')),
    );
  if (!may.lines) {
    value = value.trim();
    step('lines', value.replace(LINES, may.blanks === 'none' || may.joined ? '' : ' '));
  }

  // Wrappers around a value come in any order: <"id: 7",>
  for (let before = ''; before !== value; ) {
    before = value;
    value = value.trim();
    if (may.label) step('label', value.replace(may.label, ''));
    step('quotes', value.replace(QUOTES[may.quotes ?? 'ends'], ''));
    if (may.brackets) step('brackets', withoutBrackets(value));
    if (may.punctuation) step('punctuation', value.replace(may.punctuation, ''));
  }

  if (may.blanks === 'none') step('blanks', value.replaceAll(' ', ''));
  if (may.blanks === undefined) step('blanks', value.replace(/ {2,}/g, ' '));
  return { value, lost: LOSSES.filter((loss) => lost.has(loss)) };
}

/** Returns only the cleaned value. */
export const clean = (paste: Paste, text: string): string => cleaned(paste, text).value;

function withoutBrackets(text: string): string {
  const [first = '', last = ''] = [text.at(0), text.at(-1)];
  if (text.length > 1 && PAIRS.get(first) === last) return text.slice(1, -1);
  const closing = PAIRS.get(first);
  if (closing !== undefined && !text.includes(closing)) return text.slice(1);
  const opening = [...PAIRS.keys()].find((open) => PAIRS.get(open) === last);
  return opening !== undefined && !text.includes(opening) ? text.slice(0, -1) : text;
}

/** Characters that no cleaned value of the kind contains. */
const STRANGE: Partial<Record<PastedKind, RegExp>> = {
  id: /[^!-~]/u,
  endToEndId: /[^0-9A-Za-z]/u,
  token: /[^!-~]/u,
  secret: /[^ -~]/u,
  header: /[^ -~]/u,
  email: /[\s\p{Cc}]/u,
};

/** The first character that no value of the kind contains, such as "а (U+0430)"; null if there is none. */
export function strangeCharacter(paste: Paste, value: string): string | null {
  const [sign] = STRANGE[kindOf(paste, value)]?.exec(value) ?? [];
  if (sign === undefined) return null;
  const code = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(sign) ? `${sign} (${code})` : code;
}

/** `id` for one code without blanks that contains a digit, else `reference`. */
export function codeKind(text: string): 'id' | 'reference' {
  const { value, lost } = cleaned('id', clean('reference', text));
  const isCode = !lost.includes('blanks') && /\d/.test(value) && strangeCharacter('id', value) === null;
  return isCode ? 'id' : 'reference';
}

const CHARACTER_ERROR = 'sign: ';

/** The field error of a value with such a character, the same in form and server: `sign: Е (U+0415)`. */
export function characterError(paste: Paste, value: string): string | null {
  const sign = strangeCharacter(paste, value);
  return sign === null ? null : `${CHARACTER_ERROR}${sign}`;
}

/** The character that such a field error names; null for any other error. */
export const characterIn = (fieldError: string): string | null =>
  fieldError.startsWith(CHARACTER_ERROR) ? fieldError.slice(CHARACTER_ERROR.length) : null;
