import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CallError } from '#lib/api/client.ts';
import type { Problem } from '#lib/core/errors.ts';
import type { Draft, DraftInput } from '#lib/disputes/contract.ts';
import { DraftSaver } from './draft-saver.ts';

const NOTHING = { sale: '', delivery: '', contact: '', conclusion: '' };
const draft = (version: number, sale = ''): Draft => ({
  disputeId: 'd',
  version,
  situation: null,
  sections: { ...NOTHING, sale },
  checked: [],
  letterAsPdf: false,
  attachments: [],
  facts: [],
  updatedAt: null,
  updatedBy: null,
});
const refusal = (code: Problem['code'], existing?: unknown) =>
  new CallError({ type: 'about:blank', title: code, status: 409, code, ...(existing ? { existing } : {}) });

/** A server that stores, unless it is set to fail first. */
function server() {
  const stored: DraftInput[] = [];
  const failures: unknown[] = [];
  const put = vi.fn(async (input: DraftInput) => {
    if (failures.length > 0) throw failures.shift();
    stored.push(input);
    return { ...draft(input.version + 1), ...input, version: input.version + 1 } as Draft;
  });
  return { stored, failures, put };
}
const typed = (sale: string) => ({ sections: { ...NOTHING, sale } });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('stores once, a moment after the last change', async () => {
  const { stored, put } = server();
  const saver = new DraftSaver(draft(3), put);
  saver.write(typed('a'));
  await vi.advanceTimersByTimeAsync(500);
  saver.write(typed('ab'));
  await vi.advanceTimersByTimeAsync(799);
  expect(put).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(stored.map(({ version, sections }) => [version, sections.sale])).toEqual([[3, 'ab']]);
  expect(saver.isDirty()).toBe(false);
  expect(saver.view().base.version).toBe(4);
});

test('what is written during a store is stored after it', async () => {
  const { stored, put } = server();
  const saver = new DraftSaver(draft(1), put);
  saver.write(typed('a'));
  const saved = saver.save();
  saver.write(typed('b'));
  await saved;
  expect(stored.map(({ version, sections }) => [version, sections.sale])).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
});

test('a failure keeps the text and is tried again', async () => {
  const { stored, failures, put } = server();
  const saver = new DraftSaver(draft(1), put);
  failures.push(refusal('unavailable'));
  saver.write(typed('a'));
  expect(await saver.save()).toBeNull();
  expect(saver.view()).toMatchObject({ saving: false, written: typed('a') });
  expect(saver.view().failure).not.toBeNull();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stored).toHaveLength(1);
  expect(saver.view().failure).toBeNull();
});

test('a lost permission is not tried again', async () => {
  const { failures, put } = server();
  const saver = new DraftSaver(draft(1), put);
  failures.push(refusal('forbidden'));
  saver.write(typed('a'));
  await saver.save();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(put).toHaveBeenCalledTimes(1);
  expect(saver.view().written.sections.sale).toBe('a');
});

describe('two people', () => {
  const conflicted = async () => {
    const { stored, failures, put } = server();
    const saver = new DraftSaver(draft(1), put);
    failures.push(refusal('conflict', draft(2, 'theirs')));
    saver.write(typed('mine'));
    await saver.save();
    return { saver, stored, put };
  };
  test('nothing more is stored until one version is chosen', async () => {
    const { saver, put } = await conflicted();
    expect(saver.view().conflict?.sections.sale).toBe('theirs');
    saver.write(typed('mine too'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(put).toHaveBeenCalledTimes(1);
  });
  test('mine goes over theirs', async () => {
    const { saver, stored } = await conflicted();
    saver.keepMine();
    await vi.advanceTimersByTimeAsync(0);
    expect(stored.map(({ version, sections }) => [version, sections.sale])).toEqual([[2, 'mine']]);
  });
  test('theirs is taken without storing anything', async () => {
    const { saver, stored } = await conflicted();
    saver.takeTheirs();
    await vi.advanceTimersByTimeAsync(0);
    expect(stored).toEqual([]);
    expect(saver.view().written.sections.sale).toBe('theirs');
  });
  test('both are joined over theirs: each section from the side that changed it', async () => {
    const { stored, failures, put } = server();
    const saver = new DraftSaver(draft(1, 'before'), put);
    failures.push(refusal('conflict', draft(2, 'theirs')));
    saver.write({ sections: { ...NOTHING, sale: 'before', contact: 'mine' } });
    await saver.save();
    expect(saver.origin()?.sections.sale).toBe('before');
    saver.join({});
    await vi.advanceTimersByTimeAsync(0);
    expect(stored).toMatchObject([{ version: 2, sections: { sale: 'theirs', contact: 'mine' } }]);
    expect(saver.view().conflict).toBeNull();
  });
  test('a newer version arrives: followed where nothing was written, else a conflict', () => {
    const idle = new DraftSaver(draft(1), server().put);
    idle.arrived(draft(2, 'theirs'));
    expect(idle.view()).toMatchObject({ conflict: null, written: typed('theirs') });
    const busy = new DraftSaver(draft(1), server().put);
    busy.write(typed('mine'));
    busy.arrived(draft(2, 'theirs'));
    expect(busy.view().conflict?.version).toBe(2);
    busy.stop();
  });
});

describe('U6: what was written and not stored', () => {
  const unsaved = (version: number, sale: string) => ({
    version,
    written: { situation: null, sections: { ...NOTHING, sale }, checked: [], letterAsPdf: false },
  });

  test('goes on over the version it was written over, and is stored', async () => {
    const { stored, put } = server();
    const saver = new DraftSaver(draft(3, 'before'), put);
    saver.restore(unsaved(3, 'before and after'));
    expect(saver.view()).toMatchObject({
      conflict: null,
      written: { sections: { sale: 'before and after' } },
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored).toMatchObject([{ version: 3, sections: { sale: 'before and after' } }]);
    expect(saver.isDirty()).toBe(false);
  });

  test('over a version that somebody stored since, both are offered', async () => {
    const { stored, put } = server();
    const saver = new DraftSaver(draft(4, 'theirs'), put);
    saver.restore(unsaved(3, 'mine'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored).toEqual([]);
    expect(saver.view()).toMatchObject({
      conflict: { version: 4 },
      written: { sections: { sale: 'mine' } },
    });
    saver.keepMine();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored).toMatchObject([{ version: 4, sections: { sale: 'mine' } }]);
  });

  test('joined over a version that somebody stored since, by the text that the tab cached', async () => {
    const { stored, failures, put } = server();
    const before = new DraftSaver(draft(3, 'before'), put);
    before.write({ sections: { ...NOTHING, sale: 'before', contact: 'mine' } });
    failures.push(refusal('forbidden'));
    await before.save();
    const cached = before.unsaved();
    expect(cached).toMatchObject({ version: 3, over: { sections: { sale: 'before' } } });
    const after = new DraftSaver(draft(4, 'theirs'), put);
    if (cached !== null) after.restore(cached);
    // A second reload meets the same conflict: the text was not written over what was read meanwhile.
    expect(after.unsaved()).toMatchObject({ version: 3, over: { sections: { sale: 'before' } } });
    after.join({});
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored).toMatchObject([{ version: 4, sections: { sale: 'theirs', contact: 'mine' } }]);
    expect(after.unsaved()).toBeNull();
  });

  test('is no conflict where the server has it already, or the operator writes on', () => {
    const { put } = server();
    const same = new DraftSaver(draft(4, 'mine'), put);
    same.restore(unsaved(3, 'mine'));
    expect(same.view().conflict).toBeNull();
    const writing = new DraftSaver(draft(3), put);
    writing.write(typed('new'));
    writing.restore(unsaved(3, 'old'));
    expect(writing.view().written.sections.sale).toBe('new');
  });
});
