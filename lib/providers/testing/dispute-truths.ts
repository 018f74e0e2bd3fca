import type { Random } from '#lib/providers/testing/spelled.ts';

/** Disputes as a service might report them, and what must be read of each. */
export type DisputeTruth = {
  id: string | null;
  fields: Record<string, unknown>;
  read: Record<string, unknown>;
};

const OPENED = '2026-10-10T10:00:00.000Z';
const DUE = '2026-10-17T10:00:00.000Z';

export function DISPUTE_TRUTHS(random: Random, seed: number): DisputeTruth[] {
  const deadline = random.pick([
    ...[
      'defenseUntil',
      'answerUntil',
      'responseDueAt',
      'merchantDeadlineAt',
      'deadlineForDefense',
      'expiresOn',
    ],
    ...['expiresAt', 'dueAt', 'defenseDeadline', 'replyDeadlineDate', 'validUntil'],
  ]);
  const text = random.pick([
    'description',
    'note',
    'claimantNote',
    'reportDetails',
    'claimDescription',
    'comment',
  ]);
  const of = random.pick(['transaction', 'payment', 'charge', 'deposit', 'originalTransaction']);
  const opened = random.pick(['reportedAt', 'openedAt', 'createdAt', 'openingDate', 'registeredAt']);
  return [0, 1, 2, 3].map((index) => {
    const id = index === 2 ? null : `d${seed}-${index}`;
    const cents = 1_000 + index;
    return {
      id,
      fields: {
        [random.pick(['id', 'infractionId', 'disputeId', 'claimId'])]: id ?? undefined,
        [random.pick(['status', 'state', 'situation'])]: 'OPEN',
        ...(random.chance(0.5)
          ? { [of]: { id: `tx-${index}`, amount: cents / 100, payerName: 'Ana' } }
          : { [`${of}Id`]: `tx-${index}`, amount: cents / 100, payer: { name: 'Ana' } }),
        [text]: 'não reconheço',
        [opened]: OPENED,
        [deadline]: DUE,
      },
      read: {
        status: 'OPEN',
        amount: cents,
        transactionId: `tx-${index}`,
        reason: 'não reconheço',
        openedAt: OPENED,
        deadline: DUE,
        payer: { name: 'Ana' },
      },
    };
  });
}
