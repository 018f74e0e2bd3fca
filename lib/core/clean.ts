/**
 * Cleaning of what people paste: the page shows the cleaned value while it is typed, the server cleans the same way
 * once more. A cleaning only takes away what a valid value of the kind never holds; what is left is judged by the
 * kind's own rules.
 */

/** What a cleaning took away. Pages say so where another value would matter (`common.cleaned`). */
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
  /** Runs of blanks within: `none` may stand there, `single` ones may, or any (`all`). */
  blanks: 'none' | 'single' | 'all';
  /** Lines are parts of one word, also where blanks may stand. */
  joined?: true;
  /** Line breaks stand in the value itself (certificates). */
  lines?: true;
  /** At either end, or only as a pair around the whole, where one quote could belong to the value. */
  quotes?: 'ends' | 'pair';
  brackets?: true;
  /** Words before the value, the separator included. */
  label?: RegExp;
  /** Punctuation after the value. */
  punctuation?: RegExp;
  dashes?: true;
  /** Full-width, small and ligature forms become the plain ones; a raised 2 is no 2. */
  widths?: true;
};

const END = /[.,;:!?]+$/;
const SEPARATED = String.raw`\s*[:=#]\s*|\s(?:é|is)\s+`;
const label = (words: string, separator = SEPARATED) =>
  new RegExp(`^["']?(?:${words})["']?(?:${separator})`, 'iu');

/** What each kind of thing may lose. */
const KINDS = {
  /** Ids of transactions, disputes, deliveries, accounts; request ids. Opaque words of ASCII. */
  id: {
    blanks: 'none',
    quotes: 'ends',
    brackets: true,
    label: label(
      '"?(?:(?:(?:transaction|payment|charge|withdraw|transfer|dispute|delivery|webhook|request|event)[ _-]?)?id|txid|transa[cç][aã]o|transaction|disputa|dispute|entrega|delivery|protocolo?)"?',
    ),
    punctuation: END,
    dashes: true,
    widths: true,
  },
  endToEndId: {
    blanks: 'none',
    quotes: 'ends',
    brackets: true,
    label: label(
      '"?(?:e2e(?:[ _-]?id)?|end[ _-]?to[ _-]?end(?:[ _-]?id)?|id(?:entificador)?(?: da transa[cç][aã]o)?)"?',
    ),
    punctuation: END,
    widths: true,
  },
  /** A merchant's own reference: any text, so that only what encloses it goes, and the field's own name before it. */
  reference: {
    blanks: 'single',
    quotes: 'pair',
    label: label(
      '"?(?:client[ _-]?reference|external[ _-]?(?:ref(?:erence)?|id)|refer[eê]ncia)"?',
      String.raw`\s*[:=]\s*`,
    ),
  },
  /** A Pix key of any type. */
  key: {
    blanks: 'single',
    quotes: 'ends',
    brackets: true,
    label: label(
      String.raw`(?:a |minha )?(?:chave(?: pix)?|pix(?:[ _-]?key)?|key|cpf|cnpj|e-?mail|telefone|celular|phone|mobile|tel)(?: \((?:cpf|cnpj|e-?mail|telefone|celular)\))?|mailto|tel`,
    ),
    punctuation: END,
    dashes: true,
    widths: true,
  },
  document: {
    blanks: 'single',
    quotes: 'ends',
    brackets: true,
    label: label(
      String.raw`cpf(?:\/cnpj)?|cnpj|documento?|tax id`,
      String.raw`\s*(?:[:=#]|n[.ºo°]?[:\s]|\s)\s*`,
    ),
    punctuation: END,
    dashes: true,
    widths: true,
  },
  /** Digits in groups: cards, codes of an authenticator. */
  digits: { blanks: 'single', quotes: 'ends', punctuation: END, dashes: true, widths: true },
  /** A Pix copy-and-paste code: blanks and line breaks within are judged by its checksum. */
  code: {
    blanks: 'all',
    lines: true,
    quotes: 'ends',
    label: label('pix(?: copia e cola)?|copia e cola|c[oó]digo(?: pix)?|code'),
  },
  /** An address of the web. */
  address: {
    blanks: 'single',
    joined: true,
    quotes: 'ends',
    brackets: true,
    label: label('url|endere[cç]o|address|webhook|endpoint|link', String.raw`\s*[:=]\s*(?=[^\w\s]*https?:)`),
    punctuation: /[.,;!]+$/,
  },
  email: {
    blanks: 'single',
    joined: true,
    quotes: 'ends',
    brackets: true,
    label: label('mailto|e-?mail', String.raw`\s*[:=]\s*`),
    punctuation: END,
    widths: true,
  },
  /** A credential that travels in a header: client ids and secrets, access tokens. */
  token: {
    blanks: 'none',
    quotes: 'ends',
    label:
      /^(?:"?(?:authorization|(?:access|client|api)[ _-]?(?:token|secret|id|key)|token|secret)"?\s*[:=]\s*|(?:bearer|basic)\s+)/iu,
    punctuation: /[,;]+$/,
  },
  /** The secret of signatures, which may have blanks within. */
  secret: {
    blanks: 'single',
    joined: true,
    quotes: 'ends',
    label: label('"?(?:(?:webhook|callback|signing)[ _-]?)?secret"?|segredo', String.raw`\s*[:=]\s*`),
    punctuation: /[,;]+$/,
  },
  /** A header as a log or a framework writes it, name and value. */
  header: { blanks: 'all', quotes: 'ends', punctuation: /[,;]+$/ },
  /** PEM text. */
  certificate: { blanks: 'all', lines: true, quotes: 'ends' },
  /** In brackets a sheet writes a negative amount: they stay and are refused. */
  amount: {
    blanks: 'single',
    quotes: 'ends',
    label: label('valor(?: total)?|total|amount|value'),
    // '1,' is the beginning of another amount.
    punctuation: /(?<!\d|[.,])[.,]+$|(?<=[.,]\d\d)[.,]+$|[;:!?]+$/,
    dashes: true,
    widths: true,
  },
} satisfies Record<string, Losses>;
export type PastedKind = keyof typeof KINDS;
export const PASTED_KINDS = Object.keys(KINDS) as PastedKind[];
/** The kind of a field's text; a field that takes several kinds tells it by the text. */
export type Paste = PastedKind | ((text: string) => PastedKind);
const kindOf = (paste: Paste, text: string) => (typeof paste === 'function' ? paste(text) : paste);

/** Format characters, soft hyphens, variation selectors, fillers: nothing that a person sees or means. */
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

/** The value of its kind in `text`, and what was taken away, in the order of `LOSSES`. */
export function cleaned(paste: Paste, text: string): Cleaned {
  const may: Losses = KINDS[kindOf(paste, text)];
  const lost = new Set<Loss>();
  const step = (loss: Loss, before: string, after: string) => {
    if (after !== before) lost.add(loss);
    return after;
  };

  let value = step('invisible', text, text.replace(INVISIBLE, ''));
  if (may.blanks !== 'all') value = step('blanks', value, value.replace(BLANK, ' '));
  if (may.dashes) value = step('dashes', value, value.replace(DASHES, '-'));
  if (may.widths)
    value = step(
      'widths',
      value,
      value.replace(WIDTHS, (sign) => sign.normalize('NFKC')),
    );
  if (!may.lines)
    value = step(
      'lines',
      value.trim(),
      value.trim().replace(LINES, may.blanks === 'none' || may.joined ? '' : ' '),
    );

  // What stands around a value stands around it in any order: <"id: 7",>
  for (let before = ''; before !== value; ) {
    before = value;
    value = value.trim();
    if (may.label) value = step('label', value, value.replace(may.label, ''));
    if (may.quotes) value = step('quotes', value, value.replace(QUOTES[may.quotes], ''));
    if (may.brackets) value = step('brackets', value, withoutBrackets(value));
    if (may.punctuation) value = step('punctuation', value, value.replace(may.punctuation, ''));
  }

  if (may.blanks === 'none') value = step('blanks', value, value.replaceAll(' ', ''));
  if (may.blanks === 'single') value = step('blanks', value, value.replace(/ {2,}/g, ' '));
  return { value, lost: LOSSES.filter((loss) => lost.has(loss)) };
}

/** The value alone. */
export const clean = (paste: Paste, text: string): string => cleaned(paste, text).value;

/** Takes away a pair that encloses the whole, and a bracket at either end that has no partner. */
function withoutBrackets(text: string): string {
  const [first = '', last = ''] = [text.at(0), text.at(-1)];
  if (text.length > 1 && PAIRS.get(first) === last) return text.slice(1, -1);
  const closing = PAIRS.get(first);
  if (closing !== undefined && !text.includes(closing)) return text.slice(1);
  const opening = [...PAIRS.keys()].find((open) => PAIRS.get(open) === last);
  return opening !== undefined && !text.includes(opening) ? text.slice(0, -1) : text;
}

/** What a value of the kind cannot hold once it is cleaned. */
const STRANGE: Partial<Record<PastedKind, RegExp>> = {
  id: /[^!-~]/u,
  endToEndId: /[^0-9A-Za-z]/u,
  token: /[^!-~]/u,
  secret: /[^ -~]/u,
  header: /[^ -~]/u,
  email: /[\s\p{Cc}]/u,
};

/** The first sign that no value of the kind holds, as people name it ("а U+0430"); null: there is none. */
export function strangeSign(paste: Paste, value: string): string | null {
  const [sign] = STRANGE[kindOf(paste, value)]?.exec(value) ?? [];
  if (sign === undefined) return null;
  const code = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(sign) ? `${sign} (${code})` : code;
}

/** The kind of a text that may be an id or any reference: an id is one unbroken code with a digit in it. */
export function codeKind(text: string): 'id' | 'reference' {
  const { value, lost } = cleaned('id', clean('reference', text));
  const isCode = !lost.includes('blanks') && /\d/.test(value) && strangeSign('id', value) === null;
  return isCode ? 'id' : 'reference';
}

const SIGN_FAULT = 'sign: ';

/** The field error of a value that holds a strange sign, the same of form and server: `sign: Е (U+0415)`. */
export function signFault(paste: Paste, value: string): string | null {
  const sign = strangeSign(paste, value);
  return sign === null ? null : `${SIGN_FAULT}${sign}`;
}

/** The sign that such a field error names; null for any other. */
export const signIn = (fault: string): string | null =>
  fault.startsWith(SIGN_FAULT) ? fault.slice(SIGN_FAULT.length) : null;
