import { type Choice, EMPTY_SCOPE_FORM } from '#lib/resends/choice.ts';

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
export const checking = (changes: Partial<Choice>): Start => ({
  at: 'check',
  choice: { ...EMPTY_SCOPE_FORM, ...changes },
});

/** The open failures of one receiver: a registered webhook, otherwise all addresses at its host. */
export const ofReceiver = ({ webhookId, host }: { webhookId: string | null; host: string }): Start =>
  checking({ what: 'failures', webhookId, host: webhookId === null ? host : null });

export const ofSelection = (ids: readonly string[]): Start =>
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
