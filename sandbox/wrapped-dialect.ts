// biome-ignore lint/suspicious/noExplicitAny: answers of any shape pass here
type Json = any;

/**
 * The `wrapped` dialect covers what the documents leave open and nests everything one level down. A party and
 * its account are objects, an amount is `{ value, currency }`, an id carries its object's name, and a list
 * has its own envelope, next to an empty list.
 */

/**
 * How one API writes money: decimals in document 1, cents in documents 2 and 3. `shown`: names a document
 * shows, left unchanged.
 */
export type Writing = { money: (amount: number) => string | number; shown: ReadonlySet<string> };

const MONEY =
  /^(available|blocked|total|gross|fee|amount|limit|used)$|(amount|fee|debited|balance\w*|minimum|fixed|ticketm\w+|blockedby\w+|dailylimit|dailyused|fee\w*charged)$/i;
const PARTIES = ['payer', 'receiver'];
/** Field names inside the account and bank objects. */
const ACCOUNT: Record<string, string> = { accountNumber: 'number', branch: 'agency', accountType: 'type' };
const BANK: Record<string, string> = {
  institutionIspb: 'ispb',
  institutionName: 'name',
  institutionCode: 'code',
};

const upperFirst = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** Collects members into an object under their inner names; absent members are skipped. */
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

/** Nests a party's account and bank one level down. */
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

/** Members whose content comes from elsewhere stay unchanged. */
const AS_WRITTEN = new Set(['body', 'responseHeaders', 'metadata']);

/** Converts one object; `own` is the prefix of its id. */
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

/** Puts one object in its envelope. */
export const inside = (own: string, json: Json) => ({ result: { [own]: json } });
/** Puts rows in their envelope, after an empty list of removed rows. */
export const rowsInside = (own: string, rows: Json[], paging: Json = {}) => ({
  result: { [`removed${upperFirst(own)}s`]: [], [`${own}Records`]: rows },
  ...paging,
});
