import { type MaskOptions, maskDeep, maskText, namesPattern } from '#lib/mask.ts';
import { isCompany, maskPerson } from '#lib/mask-forms.ts';
import { maskParty } from '#lib/mask-transaction.ts';
import type { Defense, Infraction, InfractionDetail } from '#lib/providers/records.ts';

type Maybe = string | null;
/** Masks words that people wrote about a payment. */
export type Describe = <Text extends Maybe>(text: Text) => Text;

/** Its parties' names are hidden in what was written about the dispute as well. */
export function disputeDescriber(
  { payer, receiver }: Pick<Infraction, 'payer' | 'receiver'>,
  options: MaskOptions,
): Describe {
  const people = [payer, receiver].flatMap(({ name, document }) =>
    name !== null && !isCompany(name, document) ? [name] : [],
  );
  const pattern = options.names ? null : namesPattern(people);
  return <Text extends Maybe>(text: Text): Text => {
    if (text === null) return text;
    const masked = maskText(text, options);
    return (pattern === null ? masked : masked.replace(pattern, (name) => maskPerson(name))) as Text;
  };
}

export function maskDefense(defense: Defense, describe: Describe): Defense {
  return {
    ...defense,
    text: describe(defense.text),
    files: defense.files.map((file) => ({ ...file, name: describe(file.name) })),
  };
}

/** A dispute as someone without reveal sees it. Ids, institutions and amounts stay. */
export function maskInfraction(infraction: Infraction, options: MaskOptions): Infraction {
  const describe = disputeDescriber(infraction, options);
  return {
    ...infraction,
    reason: describe(infraction.reason),
    resultDetails: describe(infraction.resultDetails),
    payer: maskParty(infraction.payer, options),
    receiver: maskParty(infraction.receiver, options),
    defenses: infraction.defenses.map((defense) => maskDefense(defense, describe)),
    other: maskDeep(infraction.other, options) as Infraction['other'],
  };
}

/** The same for a detail; the provider's raw answer is masked by field name and by pattern. */
export function maskInfractionDetail(detail: InfractionDetail, options: MaskOptions): InfractionDetail {
  return {
    ...detail,
    infraction: maskInfraction(detail.infraction, options),
    raw: maskDeep(detail.raw, options),
  };
}
