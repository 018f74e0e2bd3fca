import 'server-only';
import { countSpans, type FailedSpan, openFailures } from '#lib/deliveries/server/receivers-now.ts';
import type { Beside, BesideOf, ToldStep } from '#lib/notifications/server/beside.ts';

/** Of an address that fails: what it has not been told by now. Of one that answers again: what became of what it missed. */
export const besideEndpoints: BesideOf = async (_, told) => {
  const these = told.filter(({ event }) => event === 'endpoint');
  const [failing, recovered] = await Promise.all([
    stillFailing(these.filter(({ step }) => step === 'failing')),
    answering(these.filter(({ step }) => step === 'recovered')),
  ]);
  return new Map([...failing, ...recovered]);
};

const receiverOf = ({ accountId, facts }: ToldStep) => ({
  accountId: accountId ?? '',
  key: String(facts.key),
});

async function stillFailing(told: readonly ToldStep[]): Promise<[string, Beside][]> {
  const of = await openFailures(told.map(receiverOf));
  return told.map((step) => {
    const { callbacks, amount, status } = of(receiverOf(step));
    // With nothing open the newest answer is not known: its step's stands.
    return [step.cause, { facts: { count: callbacks, amount, ...(callbacks > 0 && { status }) } }];
  });
}

/** Its records may be kept no more; then only what its step told is known. */
async function answering(told: readonly ToldStep[]): Promise<[string, Beside][]> {
  const known = told.filter(({ facts }) => typeof facts.until === 'string' && Number(facts.count) > 0);
  const spans = known.map((step): FailedSpan => {
    const { since, until } = step.facts;
    return { ...receiverOf(step), since: String(since), until: String(until) };
  });
  const counts = await countSpans(spans);
  return known.flatMap(({ cause, facts }, place): [string, Beside][] => {
    const { failed, delivered } = counts[place] ?? { failed: 0, delivered: 0 };
    return failed < Number(facts.count) ? [] : [[cause, { facts: { count: failed, delivered } }]];
  });
}
