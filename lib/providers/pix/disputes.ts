import 'server-only';
import type { InvalidField } from '#lib/core/errors.ts';
import { plainJson } from '#lib/core/http/json.ts';
import { countOf } from '#lib/core/provider-numbers.ts';
import { statusOf } from '#lib/providers/absence.ts';
import { type AdapterDeps, ended } from '#lib/providers/client/adapter-deps.ts';
import type { ChangeBody } from '#lib/providers/client/change.ts';
import { numbered, readPage } from '#lib/providers/client/lists.ts';
import { segment } from '#lib/providers/client/paths.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, plainKey, type ReadObject, wholeNumber } from '#lib/providers/fields.ts';
import { centsOf } from '#lib/providers/pix/map.ts';
import type { Call, Change, DefenseForm, Outcome, ProviderPort, UploadFile } from '#lib/providers/port.ts';
import type { Defense, Infraction } from '#lib/providers/records.ts';
import { derivedId, withRequestedId } from '#lib/providers/rows.ts';
import {
  INFRACTION_FIELDS,
  INFRACTION_MUST,
  infractionOf,
  OWN_OF_DISPUTES,
} from '#lib/providers/shared-readers.ts';
import {
  best,
  isUnreadable,
  listOf,
  named,
  pickBest,
  rowsOf,
  UnreadableAnswer,
  unwrapLayers,
  unwrapSingles,
} from '#lib/providers/unwrap.ts';

/** Readers of document 1's infractions and defenses, whose fields it does not show. */

const INFRACTION = {
  ...INFRACTION_FIELDS,
  amount: means.disputed(),
  transactionAmount: means.within(means.PAYMENTS, means.amount()),
  transaction: means.ofPayment('transaction.id'),
};

const readInfractionFields = objectReader(INFRACTION, OWN_OF_DISPUTES);
type WireInfraction = ReadObject<typeof INFRACTION>;
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
type WireDefense = {
  fields: ReadObject<typeof DEFENSE>['fields'];
  files: ReadObject<typeof FILE>['fields'][];
};

/** GET /user/infractions. */
export const readInfractions = (json: unknown) =>
  rowsOf(json, ['infractions', 'disputes', 'infraction'], readInfractionFields.row);

/** GET /user/infractions/{id}. */
export function readInfraction(json: unknown): WireInfraction {
  const fits = ({ fields, known }: WireInfraction) =>
    (fields.id !== null && known >= 2) || (fields.status !== null && known >= 3);
  return best(unwrapLayers(json, ['infraction', 'infractions', 'dispute']), readInfractionFields, fits, [
    'dispute',
    { id: ({ fields }) => fields.id !== null },
  ]);
}

/** GET /user/infractions/{id}/defenses. Throws UnreadableAnswer if it does not state that none exists. */
export function readDefenses(json: unknown): WireDefense[] {
  const single = bestDefense(unwrapSingles(json, ['defense']));
  if (single !== null) return [single];
  const list = listOf(json, INFRACTION.defenseHistory.spellings);
  if (isUnreadable(list)) throw new UnreadableAnswer('defense');
  return list.rows.map(asDefense);
}

/** The defense created by POST /user/infractions/{id}/defenses. */
export function readDefense(json: unknown): WireDefense {
  const found = bestDefense(unwrapLayers(json, ['defense', 'infraction']));
  if (found === null) throw new UnreadableAnswer('defense');
  return found;
}

function bestDefense(layers: readonly Record<string, unknown>[]): WireDefense | null {
  const fits = ({ fields }: Pick<WireDefense, 'fields'>) =>
    fields.id !== null && (fields.defense ?? fields.status) !== null;
  const read = (object: Record<string, unknown>) => ({ ...readDefenseFields(object), object });
  const found = pickBest(layers, read, fits);
  return found === null ? null : asDefense(found.object);
}

function asDefense(object: Record<string, unknown>): WireDefense {
  const { fields } = readDefenseFields.row(object);
  return { fields, files: listed(fields.files).map((file) => readFile.row(file).fields) };
}

/** The objects of a list, or the single object; a text in their place is a name. */
function listed(value: unknown): Record<string, unknown>[] {
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one !== '') : [];
  return [...named([{ list: value }], ['list']), ...texts.map((name) => ({ name }))];
}

export function toInfraction(wire: WireInfraction): Infraction {
  const { fields, other } = wire;
  return {
    id: fields.id ?? derivedId(wire),
    ...infractionOf(fields),
    amount: centsOf(fields.amount) ?? centsOf(fields.transactionAmount),
    transactionId: fields.transaction,
    defenses: listed(fields.defenseHistory).map(asDefense).map(toDefense),
    other: plainJson(other) as Record<string, unknown>,
  };
}

export const toInfractionDetail = (wire: WireInfraction, json: unknown, asOf: string) => ({
  infraction: toInfraction(wire),
  statesDefenses: wire.fields.defenseHistory !== null,
  raw: plainJson(json),
  asOf,
});

export const toDefense = ({ fields, files }: WireDefense): Defense => ({
  id: fields.id,
  text: fields.defense,
  status: fields.status,
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
  files: files.map(({ size, ...file }) => ({ ...file, size: countOf(wholeNumber(size)) })),
});

/** Document 1, Infractions. */
export function disputesOf(deps: AdapterDeps): NonNullable<ProviderPort['disputes']> {
  const { client, readable, bare } = deps;
  return {
    async list(request, call) {
      const { read, asOf } = await readPage(request, async ({ page, limit }) => {
        const query = { page: String(page), limit: String(limit) };
        const { json, asOf } = await client.read('/user/infractions', query, call);
        return { read: readable(() => bare.judge(readInfractions(json), page === 1)), asOf };
      });
      return numbered(read.rows.map(toInfraction), read, request, asOf, INFRACTION_MUST);
    },
    async get(id, call) {
      const path = `/user/infractions/${segment(id)}`;
      const { json, asOf } = await client.read(path, {}, call, { thing: true });
      return readable(() => toInfractionDetail(withRequestedId(readInfraction(json), id), json, asOf));
    },
    defenses: (id, call) => defensesOf(deps, id, call),
    defend: (id, defense, change) => defend(deps, id, defense, change),
  };
}

/** Codes that refuse the account itself: they prove nothing about this route. */
const NO_ANSWER = new Set(['PZA203', 'PZA205']);

/** Null when the account may not read them: some services reserve that for their own support. */
async function defensesOf(
  { client, readable }: AdapterDeps,
  id: string,
  call: Call,
): Promise<Defense[] | null> {
  try {
    const { json } = await client.read(`/user/infractions/${segment(id)}/defenses`, {}, call);
    return readable(() => readDefenses(json).map(toDefense));
  } catch (error) {
    const status = statusOf(error);
    const code = (error as { details?: { provider?: { code?: string | null } } }).details?.provider?.code;
    if ((status === 403 && !NO_ANSWER.has(code ?? '')) || status === 404 || status === 405) return null;
    throw error;
  }
}

type DefenseContent = { text: string; files: readonly UploadFile[]; form: DefenseForm | null };
type Sent = Outcome<{ defense: Defense; form: DefenseForm }>;

/** Document 1 shows no body form: the other one is tried only if the first was provably not read. */
async function defend(deps: AdapterDeps, id: string, content: DefenseContent, change: Change): Promise<Sent> {
  const [first, second] = formsOf(content);
  const outcome = await send(deps, id, content, first, change);
  if (second === null || outcome.kind !== 'refused' || !notRead(outcome)) return outcome;
  const again = await send(deps, id, content, second, change);
  // Neither form is accepted: the first refusal is more useful than the second.
  return again.kind === 'refused' && (!again.sent || statusOf(again.error) === 415) ? outcome : again;
}

/** Files can only be sent as multipart. */
function formsOf({ files, form }: DefenseContent): [DefenseForm, DefenseForm | null] {
  if (files.length > 0) return ['multipart', null];
  return form === 'json' ? ['json', 'multipart'] : ['multipart', 'json'];
}

async function send(
  deps: AdapterDeps,
  id: string,
  content: DefenseContent,
  form: DefenseForm,
  change: Change,
): Promise<Sent> {
  const outcome = await deps.client.change(
    'POST',
    `/user/infractions/${segment(id)}/defenses`,
    bodyOf(content, form),
    change,
    { thing: true, patient: true },
  );
  return ended(deps.readable, outcome, ({ json }) => ({ defense: toDefense(readDefense(json)), form }));
}

function bodyOf({ text, files }: DefenseContent, form: DefenseForm): ChangeBody {
  if (form === 'json') return { json: { defense: text } };
  return { form: [{ name: 'defense', text }, ...files.map((file) => ({ name: 'files', file }))] };
}

const OURS = /^(body|data)?(defense|files)/;
const MISSING = /requir|obrigat|missing|ausente|undefined|empty|vazi/i;

/** A 415, or a 400 that names none of Guichê's fields, or calls the text missing though it was sent. */
function notRead({ error, sent }: Extract<Sent, { kind: 'refused' }>): boolean {
  const status = statusOf(error);
  if (!sent || (status !== 415 && status !== 400)) return false;
  const ours = ({ field, message }: InvalidField) => OURS.test(plainKey(field)) && !MISSING.test(message);
  return status === 415 || !(error.details.fields ?? []).some(ours);
}
