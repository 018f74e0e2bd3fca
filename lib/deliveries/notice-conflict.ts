import { type MoneyState, moneyStateOf, type Stated, stateOf } from '#lib/core/status/money.ts';
import { isDelivered } from '#lib/deliveries/rules.ts';

/** Conflicts among a payment's callbacks, or with its state at the provider. Pure. */

type NoticeFacts = { event: string | null; url: string | null; httpStatus: number | null; at: string };
export type NoticeConflict = {
  /** `ahead`: a callback reports an end state, the provider still waiting. `late`: see `lateNotice`. */
  kind: 'ahead' | 'late';
  event: string;
  at: string;
};

/** Rank of each state; a payment never goes back to a lower rank. */
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
/** Events about the payment itself; refund and dispute events do not show its state. */
const OF_PAYMENT = /^(?:TRANSACTION|PAYMENT|WITHDRAW|DEPOSIT|INTERNAL_TRANSFER)_(.+)$/;

function stateIn(event: string | null): MoneyState | null {
  const word = OF_PAYMENT.exec(event ?? '')?.[1];
  if (word === undefined || /REFUND_RECEIVED|FRAUD/.test(word)) return null;
  return word === 'SENT' || word === 'RECEIVED' ? 'done' : moneyStateOf(word);
}

/** The callbacks that report a state, oldest first. */
const rankNotices = (notices: readonly NoticeFacts[]) =>
  notices
    .flatMap(({ event, ...notice }) => {
      const state = stateIn(event);
      return state === null || event === null ? [] : [{ ...notice, event, place: PLACE[state] }];
    })
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));

/** `notices` in any order. Returns the most important conflict; null if there is none. */
export function noticeConflictOf(payment: Stated, notices: readonly NoticeFacts[]): NoticeConflict | null {
  const ranked = rankNotices(notices);
  const end = ranked.findLast(({ place }) => place > 0);
  if (stateOf(payment) === 'waiting' && end !== undefined)
    return { kind: 'ahead', event: end.event, at: end.at };
  const delivered = ranked.filter(({ httpStatus }) => isDelivered(httpStatus));
  for (const ofUrl of Map.groupBy(delivered, ({ url }) => url).values()) {
    const late = lateNotice(ofUrl);
    if (late !== null) return late;
  }
  return null;
}

/** The last accepted callback, if a later state was accepted before: the receiver may have the older one. */
function lateNotice(oldestFirst: ReturnType<typeof rankNotices>): NoticeConflict | null {
  const last = oldestFirst.at(-1);
  if (last === undefined || oldestFirst.every(({ place }) => place <= last.place)) return null;
  return { kind: 'late', event: last.event, at: last.at };
}

/** The last callback that an address accepted, if a callback of a later state was sent to it before. */
export type OlderLast = {
  event: string;
  at: string;
  /** Event of the later state, and whether the address accepted it too. */
  newer: string;
  accepted: boolean;
};

/** `notices` of one transaction in any order; null if the address has the latest reported state. */
export function olderArrivedLast(url: string | null, notices: readonly NoticeFacts[]): OlderLast | null {
  const ranked = rankNotices(notices).filter((notice) => notice.url === url);
  const last = ranked.findLast(({ httpStatus }) => isDelivered(httpStatus));
  if (last === undefined) return null;
  // Only callbacks sent before the last accepted one: a later state after it is a failure of its own.
  const [newer] = ranked
    .filter(({ at, place }) => place > last.place && Date.parse(at) < Date.parse(last.at))
    .sort((a, b) => b.place - a.place);
  if (newer === undefined) return null;
  const accepted = ranked.some(({ event, httpStatus }) => event === newer.event && isDelivered(httpStatus));
  return { event: last.event, at: last.at, newer: newer.event, accepted };
}
