import { type Choice, EMPTY_SCOPE_FORM } from '#lib/resends/choice.ts';

/** The start of a resend: a choice to be made, one already made, or a running job. */
export type Start =
  | { at: 'choose'; choice: Choice }
  | { at: 'check'; choice: Choice }
  | { at: 'follow'; id: string };

export const choosing = (changes: Partial<Choice> = {}): Start => ({
  at: 'choose',
  choice: { ...EMPTY_SCOPE_FORM, ...changes },
});

/** Goes straight to what will happen: the choice was made on the page. */
export const checking = (changes: Partial<Choice>): Start => ({
  at: 'check',
  choice: { ...EMPTY_SCOPE_FORM, ...changes },
});

/** The open failures of one receiver: a registered webhook, else all addresses at its host. */
export const ofReceiver = ({ webhookId, host }: { webhookId: string | null; host: string }): Start =>
  checking({ what: 'failures', webhookId, host: webhookId === null ? host : null });

export const ofSelection = (ids: readonly string[]): Start =>
  checking({ what: 'selection', ids, onlyFailed: false });

/** An address is no place for more: such a selection is chosen anew after a reload. */
const MOST_IDS = 40;
const LISTS = ['ids', 'types', 'statuses'] as const;
const TEXTS = ['from', 'to', 'webhookId', 'host'] as const;
const FLAGS = ['onlyFailed', 'everything'] as const;
const WHATS: readonly string[] = ['failures', 'filter', 'selection'] satisfies Choice['what'][];
const isWhat = (text: string | null): text is Choice['what'] => WHATS.includes(text ?? '');

/** As the address has it: `new`, `job:{id}`, or the choice, of which only what differs stands there. */
export function startText(start: Start): string {
  if (start.at === 'follow') return `job:${start.id}`;
  const { at, choice } = start;
  const told = new URLSearchParams();
  if (choice.what !== EMPTY_SCOPE_FORM.what) told.set('what', choice.what);
  for (const name of LISTS)
    if (choice[name].length > 0 && choice[name].length <= MOST_IDS) told.set(name, choice[name].join(','));
  for (const name of TEXTS) if (choice[name]) told.set(name, choice[name]);
  for (const name of FLAGS)
    if (choice[name] !== EMPTY_SCOPE_FORM[name]) told.set(name, choice[name] ? '1' : '0');
  const lost = choice.ids.length > MOST_IDS;
  if (at === 'check' && !lost) told.set('at', 'check');
  return told.size === 0 ? 'new' : told.toString();
}

const LONGEST = 128;
const ID = /^[\w.:~-]{1,128}$/;

/** Null for what is none. What was to be checked is checked again: that sends nothing. */
export function startOf(text: string): Start | null {
  if (text === 'new') return choosing();
  if (text.startsWith('job:')) {
    const id = text.slice(4);
    return ID.test(id) ? { at: 'follow', id } : null;
  }
  const told = new URLSearchParams(text);
  const what = told.get('what');
  const known: readonly string[] = ['at', 'what', ...LISTS, ...TEXTS, ...FLAGS];
  if (told.size === 0 || [...told.keys()].some((name) => !known.includes(name))) return null;
  if (what !== null && !isWhat(what)) return null;
  const list = (name: string) =>
    (told.get(name) ?? '')
      .split(',')
      .filter((one) => ID.test(one))
      .slice(0, MOST_IDS);
  const words = (name: string) => (told.get(name) ?? '').slice(0, LONGEST);
  const flag = (name: (typeof FLAGS)[number]) =>
    told.has(name) ? told.get(name) === '1' : EMPTY_SCOPE_FORM[name];
  const choice: Choice = {
    what: what ?? EMPTY_SCOPE_FORM.what,
    ids: list('ids'),
    types: list('types'),
    statuses: list('statuses'),
    from: words('from'),
    to: words('to'),
    webhookId: words('webhookId') || null,
    host: words('host') || null,
    onlyFailed: flag('onlyFailed'),
    everything: flag('everything'),
  };
  return { at: told.get('at') === 'check' ? 'check' : 'choose', choice };
}
