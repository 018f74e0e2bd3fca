// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
type Json = any;

/**
 * The dialect `wrapped`, of what the documents leave open: everything one level down. A party and its account are
 * objects, an amount is `{ value, currency }`, an id carries the thing's own name, and a list stands in an envelope of
 * its own beside an empty one.
 */

/** How one API writes money: document 1 decimals, documents 2 and 3 cents; where a document shows a name, it stays. */
export type Writing = { money: (amount: number) => string | number; shown: ReadonlySet<string> };

const MONEY =
  /^(available|blocked|total|gross|fee|amount|limit|used)$|(amount|fee|debited|balance\w*|minimum|fixed|ticketm\w+|blockedby\w+|dailylimit|dailyused|fee\w*charged)$/i;
const PARTIES = ['payer', 'receiver'];
/** Names of an account number, an agency or a bank inside its object. */
const ACCOUNT: Record<string, string> = { accountNumber: 'number', branch: 'agency', accountType: 'type' };
const BANK: Record<string, string> = {
  institutionIspb: 'ispb',
  institutionName: 'name',
  institutionCode: 'code',
};

const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** Members that are gone into an object; nothing where none of them was there. */
function collected(json: Json, names: Record<string, string>): Json {
  const found = Object.entries(names).filter(([name]) => name in json);
  return Object.fromEntries(found.map(([name, inner]) => [inner, json[name]]));
}
const some = (name: string, object: Json) => (Object.keys(object).length > 0 ? { [name]: object } : {});

/** `payerName`, `payerAccountNumber`, … → `payer: { name, account: { number }, bank: { ispb, name } }`. */
function partiesDown(json: Json): Json {
  let rest = json;
  for (const party of PARTIES) {
    const own = Object.entries(rest).filter(([name]) => name.startsWith(party) && name !== party);
    if (own.length === 0) continue;
    const inner = Object.fromEntries(own.map(([name, one]) => [lowerFirst(name.slice(party.length)), one]));
    rest = Object.fromEntries(
      Object.entries(rest).filter(([name]) => !name.startsWith(party) || name === party),
    );
    rest[party] = inner;
  }
  return rest;
}

/** The account of a party, and its bank, one level down from it. */
function accountDown(json: Json): Json {
  const rest = Object.entries(json).filter(([name]) => !(name in ACCOUNT) && !(name in BANK));
  return {
    ...Object.fromEntries(rest),
    ...some('account', collected(json, ACCOUNT)),
    ...some('bank', collected(json, BANK)),
  };
}

function value(name: string, one: Json, writing: Writing): Json {
  if (Array.isArray(one)) return one.map((inner) => value(name, inner, writing));
  if (one !== null && typeof one === 'object') return wrapped(one, writing);
  if (typeof one === 'number' && MONEY.test(name)) return { value: writing.money(one), currency: 'BRL' };
  return one;
}

/** Members written by somebody else: the answer keeps them as they were. */
const AS_WRITTEN = new Set(['body', 'responseHeaders', 'metadata']);

/** One object; `own`: what its id is called after. */
export function wrapped(json: Json, writing: Writing, own = ''): Json {
  if (Array.isArray(json)) return json.map((one) => wrapped(one, writing, own));
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(accountDown(partiesDown(json))).map(([name, one]) => {
      if (writing.shown.has(name) || AS_WRITTEN.has(name)) return [name, one];
      return [name === 'id' && own !== '' ? `${own}Id` : name, value(name, one, writing)];
    }),
  );
}

/** One thing in its envelope. */
export const inside = (own: string, json: Json) => ({ result: { [own]: json } });
/** Rows in theirs, the removed ones (none) before them. */
export const rowsInside = (own: string, rows: Json[], paging: Json = {}) => ({
  result: { [`removed${upperFirst(own)}s`]: [], [`${own}Records`]: rows },
  ...paging,
});
