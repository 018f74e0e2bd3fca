import type { PGlite } from '@electric-sql/pglite';
import { beforeEach, expect, it, vi } from 'vitest';
import { guardDisk } from './embedded.ts';

const disk = vi.hoisted(() => ({ bavail: 0, bsize: 4096 }));
vi.mock('node:fs', () => ({ statfsSync: () => disk }));
const MEGABYTE = 256;

const calls: string[] = [];
const engine = () => {
  const made = {
    query: async (text: string) => void calls.push(text),
    exec: async (text: string) => void calls.push(text),
    transaction: async (run: () => Promise<unknown>) => run(),
  };
  guardDisk(made as unknown as PGlite, '/data/database');
  return made;
};
beforeEach(() => {
  calls.length = 0;
  vi.spyOn(process, 'emitWarning').mockReturnValue();
  vi.useFakeTimers({ toFake: ['performance'] });
  return () => void vi.useRealTimers().restoreAllMocks();
});

it('nothing reaches the engine while the disk could refuse the next file of its log, and all goes on after', async () => {
  disk.bavail = 47 * MEGABYTE;
  const made = engine();
  const full = expect.objectContaining({ code: 'unavailable' });
  await expect(made.query('select 1')).rejects.toEqual(full);
  await expect(made.exec('select 2')).rejects.toEqual(full);
  await expect(made.transaction(async () => calls.push('select 3'))).rejects.toEqual(full);
  expect(calls).toEqual([]);
  expect(process.emitWarning).toHaveBeenCalledTimes(1);
  disk.bavail = 48 * MEGABYTE;
  await expect(made.query('select 4')).rejects.toEqual(full);
  vi.advanceTimersByTime(1_000);
  await made.query('select 5');
  expect(calls).toEqual(['select 5']);
});

it('a disk that fills meanwhile is seen within a second', async () => {
  disk.bavail = 900 * MEGABYTE;
  const made = engine();
  await made.query('select 1');
  disk.bavail = 3 * MEGABYTE;
  vi.advanceTimersByTime(1_000);
  await expect(made.query('select 2')).rejects.toThrow('disk');
  expect(calls).toEqual(['select 1']);
});
