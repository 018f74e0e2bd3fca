import 'server-only';
import { INFRACTION_FIELDS, OWN_OF_DISPUTES } from '#lib/providers/dispute-fields.ts';
import {
  best,
  bestOf,
  isUnreadable,
  layersOf,
  listOf,
  named,
  singlesOf,
  UnreadableAnswer,
  type WireList,
} from '#lib/providers/envelopes.ts';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import * as means from '#lib/providers/meanings.ts';

/** Document 1's infractions and defenses, whose fields it does not show. */

const INFRACTION = {
  ...INFRACTION_FIELDS,
  amount: means.disputed(),
  transactionAmount: means.within(means.PAYMENTS, means.amount()),
  transaction: means.ofPayment('transaction.id'),
};
const readInfractionFields = objectReader(INFRACTION, OWN_OF_DISPUTES);
export type WireInfraction = ReadObject<typeof INFRACTION>;

const DEFENSE = {
  id: means.id(),
  defense: {
    ...means.note('text', 'content', 'argument', 'arguments', 'justification', 'body', 'answer', 'response'),
    like: /(?:defen[cs]e|answer|response|merchant|argument).*(?:text|note|statement|content|message|body|description)/,
  },
  status: means.state(),
  createdAt: means.made(...means.sent().spellings),
  updatedAt: means.changed(),
  files: means.files(),
};
const FILE = { name: means.fileName(), mimeType: means.mimeType(), size: means.size() };
const readDefenseFields = objectReader(DEFENSE, ['defense', 'defence', 'answer']);
const readFile = objectReader(FILE, ['file', 'attachment', 'document']);
export type WireDefense = {
  fields: ReadObject<typeof DEFENSE>['fields'];
  files: ReadObject<typeof FILE>['fields'][];
};

/** GET /user/infractions. */
export function readInfractions(json: unknown): Omit<WireList, 'rows'> & { rows: WireInfraction[] } {
  const { rows, ...rest } = listOf(json, ['infractions', 'disputes', 'infraction']);
  return { ...rest, rows: rows.map(readInfractionFields.row) };
}

/** GET /user/infractions/{id}. */
export function readInfraction(json: unknown): WireInfraction {
  const fits = ({ fields, known }: WireInfraction) =>
    (fields.id !== null && known >= 2) || (fields.status !== null && known >= 3);
  return best(layersOf(json, ['infraction', 'infractions', 'dispute']), readInfractionFields, fits, [
    'dispute',
    { id: ({ fields }) => fields.id !== null },
  ]);
}

/** The defenses that an infraction names. */
export const defensesIn = ({ fields }: WireInfraction): WireDefense[] =>
  listed(fields.defenseHistory).map(asDefense);

/**
 * GET /user/infractions/{id}/defenses: a list, a wrapped one, or the only one there is. Empty only where it says that
 * there is none.
 */
export function readDefenses(json: unknown): WireDefense[] {
  const single = bestDefense(singlesOf(json, ['defense']));
  if (single !== null) return [single];
  const list = listOf(json, INFRACTION.defenseHistory.spellings);
  if (isUnreadable(list)) throw new UnreadableAnswer('defense');
  return list.rows.map(asDefense);
}

/** Defense made by POST /user/infractions/{id}/defenses. */
export function readDefense(json: unknown): WireDefense {
  const found = bestDefense(layersOf(json, ['defense', 'infraction']));
  if (found === null) throw new UnreadableAnswer('defense');
  return found;
}

function bestDefense(layers: readonly Record<string, unknown>[]): WireDefense | null {
  const fits = ({ fields }: Pick<WireDefense, 'fields'>) =>
    fields.id !== null && (fields.defense ?? fields.status) !== null;
  const read = (object: Record<string, unknown>) => ({ ...readDefenseFields(object), object });
  const found = bestOf(layers, read, fits);
  return found === null ? null : asDefense(found.object);
}

function asDefense(object: Record<string, unknown>): WireDefense {
  const { fields } = readDefenseFields.row(object);
  return { fields, files: listed(fields.files).map((file) => readFile.row(file).fields) };
}

/** Objects of a list or the one object; a text in their place is a name. */
function listed(value: unknown): Record<string, unknown>[] {
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one !== '') : [];
  return [...named([{ list: value }], ['list']), ...texts.map((name) => ({ name }))];
}
