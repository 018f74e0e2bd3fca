import { isDay } from '#lib/core/dates.ts';
import type { Scope } from '#lib/resends/queries.ts';

export const isInstant = (at: string): boolean => /^\d{4}-\d{2}-\d{2}T/.test(at);

/** Typed text that is not a day. */
const isUnread = (at: string): boolean => at !== '' && !isDay(at) && !isInstant(at);

/** An operator's unchecked choice of a resend. `from`, `to`: São Paulo days, both inclusive, or instants. */
export type Choice = {
  what: 'failures' | 'filter' | 'selection';
  /** Only for `selection`. */
  ids: readonly string[];
  from: string;
  to: string;
  types: readonly string[];
  statuses: readonly string[];
  onlyFailed: boolean;
  /** Also transactions whose current state was already delivered. */
  everything: boolean;
  /** `failures`: the receiver, unless `host` is set. `filter`: instead of the transactions' callbackUrl. */
  webhookId: string | null;
  /** `failures`: of addresses at this host that belong to no registered webhook. */
  host: string | null;
};

export const EMPTY_SCOPE_FORM: Choice = {
  what: 'failures',
  ids: [],
  from: '',
  to: '',
  types: [],
  statuses: [],
  onlyFailed: true,
  everything: false,
  webhookId: null,
  host: null,
};

/** True if the period ends before it begins. */
export const isRangeInverted = ({ from, to }: Pick<Choice, 'from' | 'to'>): boolean => {
  if (from === '' || to === '' || isUnread(from) || isUnread(to)) return false;
  return isDay(from) === isDay(to) ? from > to : Date.parse(from) > Date.parse(to) + 86_400_000;
};

export type Lacking = 'address' | 'selection' | 'period' | 'day' | 'crossed';

/** The first missing or invalid field, or null. Failures need no period. */
export function lacking(choice: Choice): Lacking | null {
  const { what, ids, from, to, webhookId, host } = choice;
  if (what === 'selection') return ids.length === 0 ? 'selection' : null;
  if (what === 'failures' && webhookId === null && host === null) return 'address';
  if (what === 'filter' && (from === '' || to === '')) return 'period';
  if (isUnread(from) || isUnread(to)) return 'day';
  return isRangeInverted(choice) ? 'crossed' : null;
}

/** The scope sent to the preview; null while a field is missing. */
export function scopeOf(choice: Choice): Scope | null {
  if (lacking(choice) !== null) return null;
  const options = choice.everything ? { everything: true } : {};
  const { from, to, types, statuses, onlyFailed, webhookId, host } = choice;
  if (choice.what === 'selection')
    return { scope: 'selection', transactionIds: [...new Set(choice.ids)], ...options };
  if (choice.what === 'failures')
    return {
      scope: 'failures',
      ...(webhookId === null ? { host: host ?? '' } : { webhookId }),
      ...(from === '' ? {} : { from }),
      ...(to === '' ? {} : { to }),
    };
  const filter = {
    from,
    to,
    ...(types.length === 0 ? {} : { type: [...types] }),
    ...(statuses.length === 0 ? {} : { status: [...statuses] }),
    ...(onlyFailed ? { onlyFailed } : {}),
    ...(webhookId === null ? {} : { webhookId }),
  };
  return { scope: 'filter', filter, ...options };
}

/** The start of a resend: an open choice, a choice to check, or a running job. */
export type Start =
  | { at: 'choose'; choice: Choice }
  | { at: 'check'; choice: Choice }
  | { at: 'follow'; id: string };

export const choosing = (changes: Partial<Choice> = {}): Start => ({
  at: 'choose',
  choice: { ...EMPTY_SCOPE_FORM, ...changes },
});

/** Skips to the preview, because the operator already chose on the page. */
export const checking = (changes: Partial<Choice>) => ({
  at: 'check' as const,
  choice: { ...EMPTY_SCOPE_FORM, ...changes },
});

/** The open failures of one receiver: a registered webhook, otherwise all addresses at its host. */
export const ofReceiver = ({ webhookId, host }: { webhookId: string | null; host: string }) =>
  checking({ what: 'failures', webhookId, host: webhookId === null ? host : null });

export const ofSelection = (ids: readonly string[]) =>
  checking({ what: 'selection', ids, onlyFailed: false });

/** The URL holds at most this many ids; a larger selection is chosen again after a reload. */
const MOST_IDS = 40;
const LISTS = ['ids', 'types', 'statuses'] as const;
const TEXTS = ['from', 'to', 'webhookId', 'host'] as const;
const FLAGS = ['onlyFailed', 'everything'] as const;
const WHATS: readonly string[] = ['failures', 'filter', 'selection'] satisfies Choice['what'][];
const isWhat = (text: string | null): text is Choice['what'] => WHATS.includes(text ?? '');

/** The URL form: `new`, `job:{id}`, or the choice's differences from the defaults. */
export function startText(start: Start): string {
  if (start.at === 'follow') return `job:${start.id}`;
  const { at, choice } = start;
  const params = new URLSearchParams();
  if (choice.what !== EMPTY_SCOPE_FORM.what) params.set('what', choice.what);
  for (const name of LISTS)
    if (choice[name].length > 0 && choice[name].length <= MOST_IDS) params.set(name, choice[name].join(','));
  for (const name of TEXTS) if (choice[name]) params.set(name, choice[name]);
  for (const name of FLAGS)
    if (choice[name] !== EMPTY_SCOPE_FORM[name]) params.set(name, choice[name] ? '1' : '0');
  const omitsIds = choice.ids.length > MOST_IDS;
  if (at === 'check' && !omitsIds) params.set('at', 'check');
  return params.size === 0 ? 'new' : params.toString();
}

const LONGEST = 128;
const ID = /^[\w.:~-]{1,128}$/;

/** Parses the URL form; null if it is invalid. A choice to check is checked again, which sends nothing. */
export function startOf(text: string): Start | null {
  if (text === 'new') return choosing();
  if (text.startsWith('job:')) {
    const id = text.slice(4);
    return ID.test(id) ? { at: 'follow', id } : null;
  }
  const params = new URLSearchParams(text);
  const what = params.get('what');
  const known: readonly string[] = ['at', 'what', ...LISTS, ...TEXTS, ...FLAGS];
  if (params.size === 0 || [...params.keys()].some((name) => !known.includes(name))) return null;
  if (what !== null && !isWhat(what)) return null;
  const list = (name: string) =>
    (params.get(name) ?? '')
      .split(',')
      .filter((one) => ID.test(one))
      .slice(0, MOST_IDS);
  const shortText = (name: string) => (params.get(name) ?? '').slice(0, LONGEST);
  const flag = (name: (typeof FLAGS)[number]) =>
    params.has(name) ? params.get(name) === '1' : EMPTY_SCOPE_FORM[name];
  const choice: Choice = {
    what: what ?? EMPTY_SCOPE_FORM.what,
    ids: list('ids'),
    types: list('types'),
    statuses: list('statuses'),
    from: shortText('from'),
    to: shortText('to'),
    webhookId: shortText('webhookId') || null,
    host: shortText('host') || null,
    onlyFailed: flag('onlyFailed'),
    everything: flag('everything'),
  };
  return { at: params.get('at') === 'check' ? 'check' : 'choose', choice };
}
