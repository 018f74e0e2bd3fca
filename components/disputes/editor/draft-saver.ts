import { CallError } from '#lib/api/client.ts';
import type { Draft, DraftInput } from '#lib/disputes/contract.ts';
import { SECTIONS, type SectionName, type Sections } from '#lib/disputes/letter.ts';

/** The operator's part of the draft; attachments and facts come from the server. */
export type Written = Pick<Draft, 'situation' | 'sections' | 'checked' | 'letterAsPdf'>;

/** Unsaved text based on stored version `version`. `over` is that version's text, if the tab still has it. */
export type Unsaved = { version: number; written: Written; over?: Written | null };

export function writtenIn({ situation, sections, checked, letterAsPdf }: Draft): Written {
  return { situation, sections, checked, letterAsPdf };
}

/** The sections that differ, in letter order. */
export const changedSections = (a: Sections, b: Sections): SectionName[] =>
  SECTIONS.filter((name) => a[name] !== b[name]);

export const sameWritten = (a: Written, b: Written): boolean =>
  a.situation === b.situation &&
  a.letterAsPdf === b.letterAsPdf &&
  a.checked.length === b.checked.length &&
  a.checked.every((check) => b.checked.includes(check)) &&
  changedSections(a.sections, b.sections).length === 0;

export type Side = 'mine' | 'theirs';
/** The chosen side of each section that both changed. */
export type Sides = Partial<Record<SectionName, Side>>;

/**
 * Three-way merge over the common text `over` (null: no longer known). A section changed by one side is taken
 * from it (`mine`, `theirs`). A section changed by both (`both`) follows `sides`, by default mine.
 */
export function joinOf(over: Written | null, here: Written, there: Written, sides: Sides = {}) {
  const differing = changedSections(here.sections, there.sections);
  const unchangedIn = ({ sections }: Written) =>
    differing.filter((name) => sections[name] === over?.sections[name]);
  const [mine, theirs] = [unchangedIn(there), unchangedIn(here)];
  const both = differing.filter((name) => !mine.includes(name) && !theirs.includes(name));
  const sections = { ...here.sections };
  for (const name of [...theirs, ...both.filter((name) => sides[name] === 'theirs')])
    sections[name] = there.sections[name];
  const one = <K extends 'situation' | 'letterAsPdf'>(key: K) =>
    over !== null && here[key] === over[key] ? there[key] : here[key];
  const ticks = [...new Set([...here.checked, ...there.checked])];
  const isTicked = (tick: string) =>
    over?.checked.includes(tick) ? here.checked.includes(tick) && there.checked.includes(tick) : true;
  const written: Written = {
    sections,
    situation: one('situation'),
    letterAsPdf: one('letterAsPdf'),
    checked: ticks.filter(isTicked),
  };
  return { written, mine, theirs, both };
}

export const isEmpty = ({ sections }: Written): boolean =>
  SECTIONS.every((name) => sections[name].trim() === '');

/**
 * Compares a stored version with the screen: `follow` takes it over, `rebase` leaves the text written here on
 * top of it (only attachments changed), `conflict` needs the operator's decision.
 */
export function arrival(base: Draft, mine: Written, stored: Draft) {
  if (stored.version <= base.version) return 'same';
  const theirs = writtenIn(stored);
  if (sameWritten(mine, theirs) || sameWritten(mine, writtenIn(base))) return 'follow';
  return sameWritten(theirs, writtenIn(base)) ? 'rebase' : 'conflict';
}

const SAVE_DELAY_MS = 800;
const RETRY_DELAY_MS = 5_000;

type DraftView = {
  /** The stored version that `written` is based on. */
  base: Draft;
  written: Written;
  saving: boolean;
  /** Why the last save failed; null after a successful one. */
  failure: unknown;
  /** Somebody else stored a version on the same base; nothing is saved until the operator chooses one. */
  conflict: Draft | null;
};

type Change = Partial<Written> | ((now: Written) => Partial<Written>);

/**
 * Saves one operator's text 800 ms after each change. The text stays on screen whether or not a save
 * succeeds; temporary failures are retried. `put` stores the draft, and throws CallError.
 */
export class DraftSaver {
  #view: DraftView;
  #running: Promise<Draft | null> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The version that a restored text is based on, while a newer stored one conflicts with it. */
  #restored: Pick<Unsaved, 'version' | 'over'> | null = null;
  readonly #put: (input: DraftInput) => Promise<Draft>;
  readonly #listeners = new Set<() => void>();

  constructor(first: Draft, put: (input: DraftInput) => Promise<Draft>) {
    this.#put = put;
    this.#view = { base: first, written: writtenIn(first), saving: false, failure: null, conflict: null };
  }

  readonly view = (): DraftView => this.#view;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly isDirty = (): boolean => !sameWritten(this.#view.written, writtenIn(this.#view.base));

  readonly write = (change: Change): void => {
    const part = typeof change === 'function' ? change(this.#view.written) : change;
    this.#set({ written: { ...this.#view.written, ...part } });
    this.#later(SAVE_DELAY_MS);
  };

  /** Restores text that this tab could not save; over a newer stored version, the operator has to choose. */
  readonly restore = ({ version, written, over = null }: Unsaved): void => {
    const { base } = this.#view;
    if (this.isDirty() || sameWritten(written, writtenIn(base))) return;
    if (version < base.version) this.#restored = { version, over };
    this.#set({ written, conflict: version < base.version ? base : null });
    this.#later(SAVE_DELAY_MS);
  };

  /** Saves the current text and returns its stored version; null if it could not be stored. */
  readonly save = async (): Promise<Draft | null> => {
    clearTimeout(this.#timer);
    while (this.#running !== null) await this.#running;
    if (this.#view.conflict !== null) return null;
    if (!this.isDirty()) return this.#view.base;
    this.#running = this.#store();
    this.#set({ saving: true });
    const answer = await this.#running;
    this.#running = null;
    this.#set({ saving: false });
    // Saves text that was written during the request.
    return answer === null || !this.isDirty() ? answer : this.save();
  };

  /** Applies the server's draft, after an event or as the answer to a change of the attachments. */
  readonly arrived = (stored: Draft): void => {
    const { base, written, conflict } = this.#view;
    if (this.#running !== null || conflict !== null) return;
    const what = arrival(base, written, stored);
    if (what === 'conflict') this.#set({ conflict: stored });
    else if (what === 'follow') this.#set({ base: stored, written: writtenIn(stored) });
    else if (what === 'rebase') this.#set({ base: stored });
  };

  /** Text that the server does not have yet, for the tab's storage; null when it has everything. */
  readonly unsaved = (): Unsaved | null => {
    if (!this.isDirty()) return null;
    const { base, written } = this.#view;
    return { written, ...(this.#restored ?? { version: base.version, over: writtenIn(base) }) };
  };

  /** The text that both sides of a conflict started from; null when it is no longer known. */
  readonly origin = (): Written | null =>
    this.#restored === null ? writtenIn(this.#view.base) : (this.#restored.over ?? null);

  /** Joins both versions. `sides` selects the side of each section that both changed. */
  readonly join = (sides: Sides): void =>
    this.#settle((theirs) => joinOf(this.origin(), this.#view.written, writtenIn(theirs), sides).written);
  readonly keepMine = (): void => this.#settle(() => this.#view.written);
  readonly takeTheirs = (): void => this.#settle(writtenIn);
  readonly stop = (): void => clearTimeout(this.#timer);

  #set(change: Partial<DraftView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), ms);
  }

  async #store(): Promise<Draft | null> {
    try {
      const base = await this.#put({ version: this.#view.base.version, ...this.#view.written });
      this.#set({ base, failure: null });
      return base;
    } catch (error) {
      const other = otherVersion(error);
      if (other !== null) this.#set({ conflict: other, failure: null });
      else {
        this.#set({ failure: error });
        if (!isRefused(error)) this.#later(RETRY_DELAY_MS);
      }
      return null;
    }
  }

  #settle(choose: (theirs: Draft) => Written): void {
    const { conflict } = this.#view;
    if (conflict === null) return;
    const written = choose(conflict);
    this.#restored = null;
    this.#set({ base: conflict, written, conflict: null });
    void this.save();
  }
}

/** The version somebody else stored, if that is why the save was rejected; otherwise null. */
function otherVersion(error: unknown): Draft | null {
  if (!(error instanceof CallError) || error.problem.code !== 'conflict') return null;
  const { existing } = error.problem;
  const isDraft = typeof existing === 'object' && existing !== null && 'sections' in existing;
  return isDraft ? (existing as Draft) : null;
}

/** Errors that a retry cannot fix: missing permission, dispute not found, invalid request, no session. */
export function isRefused(error: unknown): boolean {
  const refused = ['forbidden', 'not_found', 'invalid_request', 'unauthenticated'];
  return error instanceof CallError && refused.includes(error.problem.code);
}
