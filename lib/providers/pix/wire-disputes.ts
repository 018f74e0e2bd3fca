import 'server-only';
import {
  layersOf,
  listOf,
  named,
  singlesOf,
  UnreadableAnswer,
  type WireList,
} from '#lib/providers/envelopes.ts';
import { instant, number, objectReader, type ReadObject, raw, text } from '#lib/providers/fields.ts';

/** Document 1's infractions and defenses, whose fields it does not show: every spelling this product reads. */

/** The same names with and without `transaction` before them: the disputed transaction stands inside or beside. */
const ofTransaction = (...names: string[]) => names.flatMap((name) => [name, `transaction.${name}`]);

const INFRACTION = {
  id: text('infractionId', 'disputeId', '_id'),
  protocol: text('protocolNumber', 'protocolId', 'protocolCode'),
  status: text('infractionStatus', 'disputeStatus', 'state'),
  type: text('infractionType', 'disputeType', 'category'),
  reportedBy: text('reporter', 'openedBy', 'reportedByParticipant'),
  reportDetails: text('details', 'reason', 'description', 'reportDescription', 'reportReason', 'report'),
  analysisResult: text('result', 'decision', 'outcome', 'resolution', 'verdict'),
  analysisDetails: text('resultDetails', 'decisionDetails', 'outcomeDetails', 'resolutionDetails'),
  reportedAt: instant('openedAt', 'openingDate', 'reportDate', 'openDate', 'opened', 'disputedAt'),
  expiresAt: instant(
    ...[
      'dueAt',
      'dueDate',
      'deadline',
      'deadlineAt',
      'deadlineDate',
      'limitDate',
      'expires',
      'expirationDate',
    ],
    ...['responseDeadline', 'responseDueAt', 'respondBy', 'respondUntil', 'answerDeadline', 'answerUntil'],
    ...['defenseDeadline', 'defenseDueAt', 'defenseExpiresAt', 'defenseUntil', 'expirationAt', 'expiration'],
  ),
  createdAt: instant('creationDate', 'created'),
  updatedAt: instant('updateDate', 'updated', 'modifiedAt', 'lastUpdate'),
  amount: number('disputedAmount', 'infractionAmount', 'disputeAmount', 'value'),
  transactionAmount: number('transaction.value'),
  transaction: text('transactionId', 'transaction.transactionId'),
  endToEndId: text(...ofTransaction('e2eId', 'endToEnd'), 'transaction.endToEndId'),
  payerName: text('transaction.payerName'),
  payerDocument: text(...ofTransaction('payerTaxId'), 'transaction.payerDocument'),
  payerInstitutionIspb: text(...ofTransaction('payerIspb'), 'transaction.payerInstitutionIspb'),
  payerInstitutionName: text(...ofTransaction('payerInstitution'), 'transaction.payerInstitutionName'),
  payerAccountNumber: text('transaction.payerAccountNumber'),
  receiverName: text('transaction.receiverName'),
  receiverDocument: text(...ofTransaction('receiverTaxId'), 'transaction.receiverDocument'),
  receiverInstitutionIspb: text(...ofTransaction('receiverIspb'), 'transaction.receiverInstitutionIspb'),
  receiverInstitutionName: text(
    ...ofTransaction('receiverInstitution'),
    'transaction.receiverInstitutionName',
  ),
  receiverAccountNumber: text('transaction.receiverAccountNumber'),
  defenseHistory: raw('defenses', 'defense', 'defenceHistory', 'defences', 'answers'),
};
const DEFENSES = ['defenseHistory', ...INFRACTION.defenseHistory.spellings];
const readInfractionFields = objectReader(INFRACTION, [
  'transaction',
  ...ofTransaction('payer', 'payerInstitution', 'receiver', 'receiverInstitution'),
]);
export type WireInfraction = ReadObject<typeof INFRACTION>;

const DEFENSE = {
  id: text('defenseId', '_id'),
  defense: text('text', 'content', 'argument', 'justification'),
  status: text('defenseStatus', 'state'),
  createdAt: instant('submittedAt', 'sentAt', 'creationDate', 'created'),
  updatedAt: instant('updateDate', 'updated', 'modifiedAt'),
  files: raw('attachments', 'documents', 'evidences', 'evidence'),
};
const FILE = {
  name: text('fileName', 'originalName', 'filename'),
  mimeType: text('contentType', 'mime', 'type'),
  size: number('bytes', 'sizeBytes', 'fileSize', 'length'),
};
const readDefenseFields = objectReader(DEFENSE);
const readFile = objectReader(FILE);
export type WireDefense = {
  fields: ReadObject<typeof DEFENSE>['fields'];
  files: ReadObject<typeof FILE>['fields'][];
};

/** GET /user/infractions. */
export function readInfractions(json: unknown): Omit<WireList, 'rows'> & { rows: WireInfraction[] } {
  const { rows, ...rest } = listOf(json, ['infractions', 'disputes', 'infraction']);
  return { ...rest, rows: rows.map(readInfractionFields).filter(({ fields }) => fields.id !== null) };
}

/** GET /user/infractions/{id}. */
export function readInfraction(json: unknown): WireInfraction {
  const [found] = layersOf(json, ['infraction', 'infractions', 'dispute'])
    .map(readInfractionFields)
    .filter(({ fields, known }) => fields.id !== null && known >= 2)
    .sort((a, b) => b.known - a.known);
  if (found === undefined) throw new UnreadableAnswer('infraction');
  return found;
}

/** The defenses that an infraction names. */
export const defensesIn = ({ fields }: WireInfraction): WireDefense[] =>
  listed(fields.defenseHistory).map(asDefense);

/** GET /user/infractions/{id}/defenses: a list, a wrapped one, or the only one there is. */
export function readDefenses(json: unknown): WireDefense[] {
  const single = bestDefense(singlesOf(json, ['defense']));
  return single === null ? listOf(json, DEFENSES).rows.map(asDefense) : [single];
}

/** What POST /user/infractions/{id}/defenses made. */
export function readDefense(json: unknown): WireDefense {
  const found = bestDefense(layersOf(json, ['defense', 'infraction']));
  if (found === null) throw new UnreadableAnswer('defense');
  return found;
}

function bestDefense(layers: readonly Record<string, unknown>[]): WireDefense | null {
  const [found] = layers
    .map((object) => ({ object, read: readDefenseFields(object) }))
    .filter(({ read: { fields } }) => fields.id !== null && (fields.defense ?? fields.status) !== null)
    .sort((a, b) => b.read.known - a.read.known);
  return found === undefined ? null : asDefense(found.object);
}

function asDefense(object: Record<string, unknown>): WireDefense {
  const { fields } = readDefenseFields(object);
  return { fields, files: listed(fields.files).map((file) => readFile(file).fields) };
}

/** Objects of a list or the one object; a text in their place is a name. */
function listed(value: unknown): Record<string, unknown>[] {
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one !== '') : [];
  return [...named([{ list: value }], ['list']), ...texts.map((name) => ({ name }))];
}
