import 'server-only';
import { plainJson } from '#lib/http/json.ts';
import { countOf } from '#lib/provider-numbers.ts';
import { wholeNumber } from '#lib/providers/fields.ts';
import { partyOf } from '#lib/providers/parties.ts';
import { centsOf } from '#lib/providers/pix/map.ts';
import { defensesIn, type WireDefense, type WireInfraction } from '#lib/providers/pix/wire-disputes.ts';
import type { Defense, Infraction } from '#lib/providers/records.ts';
import { derivedId } from '#lib/providers/rows.ts';

/** Pure: what wire-disputes.ts read → the records. */

export function toInfraction(wire: WireInfraction): Infraction {
  const { fields, other } = wire;
  return {
    id: fields.id ?? derivedId(wire),
    protocol: fields.protocol,
    status: fields.status,
    type: fields.type,
    reportedBy: fields.reportedBy,
    reason: fields.reportDetails,
    result: fields.analysisResult,
    resultDetails: fields.analysisDetails,
    openedAt: fields.reportedAt ?? fields.createdAt,
    deadline: fields.expiresAt,
    ...(fields.answeredAt === null ? {} : { answeredAt: fields.answeredAt }),
    ...(fields.resultAt === null ? {} : { decidedAt: fields.resultAt }),
    updatedAt: fields.updatedAt,
    amount: centsOf(fields.amount) ?? centsOf(fields.transactionAmount),
    transactionId: fields.transaction,
    endToEndId: fields.endToEndId,
    payer: partyOf(fields, 'payer'),
    receiver: partyOf(fields, 'receiver'),
    defenses: defensesIn(wire).map(toDefense),
    other: plainJson(other) as Record<string, unknown>,
  };
}

export const toInfractionDetail = (wire: WireInfraction, json: unknown, asOf: string) => ({
  infraction: toInfraction(wire),
  tellsDefenses: wire.fields.defenseHistory !== null,
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
