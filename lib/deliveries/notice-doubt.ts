import { type MoneyState, moneyStateOf, type Stated, stateOf } from '#lib/core/status/money.ts';
import { isDelivered } from '#lib/deliveries/rules.ts';

/** What notices of a payment say against its state as the provider answers it, or against each other. Pure. */

type Told = { event: string | null; url: string | null; httpStatus: number | null; at: string };
export type NoticeDoubt = {
  /** `ahead`: a notice tells an end, and the provider still answers that it waits. `late`: see `lateNotice`. */
  kind: 'ahead' | 'late';
  event: string;
  at: string;
};

/** States by how far they are: none leads back to one before it. */
const PLACE: Readonly<Record<MoneyState, number>> = {
  waiting: 0,
  done: 1,
  refused: 1,
  cancelled: 1,
  expired: 1,
  returning: 2,
  partly: 2,
  returned: 3,
};
/** Events of the payment itself: those of a refund or of a dispute leave its state open. */
const OF_PAYMENT = /^(?:TRANSACTION|PAYMENT|WITHDRAW|DEPOSIT|INTERNAL_TRANSFER)_(.+)$/;

function stateIn(event: string | null): MoneyState | null {
  const word = OF_PAYMENT.exec(event ?? '')?.[1];
  if (word === undefined || /REFUND_RECEIVED|FRAUD/.test(word)) return null;
  return word === 'SENT' || word === 'RECEIVED' ? 'done' : moneyStateOf(word);
}

/** Those that tell a state, oldest first. */
const placed = (notices: readonly Told[]) =>
  notices
    .flatMap(({ event, ...notice }) => {
      const state = stateIn(event);
      return state === null || event === null ? [] : [{ ...notice, event, place: PLACE[state] }];
    })
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));

/** `notices` in any order. The one that says most is given; null where nothing differs. */
export function noticeDoubtOf(payment: Stated, notices: readonly Told[]): NoticeDoubt | null {
  const told = placed(notices);
  const end = told.findLast(({ place }) => place > 0);
  if (stateOf(payment) === 'waiting' && end !== undefined)
    return { kind: 'ahead', event: end.event, at: end.at };
  const delivered = told.filter(({ httpStatus }) => isDelivered(httpStatus));
  for (const ofUrl of Map.groupBy(delivered, ({ url }) => url).values()) {
    const late = lateNotice(ofUrl);
    if (late !== null) return late;
  }
  return null;
}

/** The last notice that an address took, where it took one of a later state before: its receiver may hold the older one. */
function lateNotice(oldestFirst: readonly (Told & { event: string; place: number })[]): NoticeDoubt | null {
  const last = oldestFirst.at(-1);
  if (last === undefined || oldestFirst.every(({ place }) => place <= last.place)) return null;
  return { kind: 'late', event: last.event, at: last.at };
}

/** What an address took last, where that is of an earlier state than a notice sent to it before. */
export type OlderLast = {
  event: string;
  at: string;
  /** The later state's event, and whether the address took that one too. */
  newer: string;
  accepted: boolean;
};

/** `notices` of one transaction in any order; null where the address holds the latest state it was told of. */
export function olderArrivedLast(url: string | null, notices: readonly Told[]): OlderLast | null {
  const told = placed(notices).filter((notice) => notice.url === url);
  const last = told.findLast(({ httpStatus }) => isDelivered(httpStatus));
  if (last === undefined) return null;
  // Sent before what came last: a later state that followed in order is a failure of its own.
  const newer = told
    .filter(({ at, place }) => place > last.place && Date.parse(at) < Date.parse(last.at))
    .reduce<(typeof told)[number] | null>(
      (most, one) => (most === null || one.place > most.place ? one : most),
      null,
    );
  if (newer === null) return null;
  const accepted = told.some(({ event, httpStatus }) => event === newer.event && isDelivered(httpStatus));
  return { event: last.event, at: last.at, newer: newer.event, accepted };
}
