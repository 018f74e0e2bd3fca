import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Saved = { simulated: number; real: number; speed: number };

export type ClockFile = {
  /**
   * Returns the simulated time to continue from. While the process was down, time passed at its natural
   * speed.
   */
  resume(anchor: number): number;
  save(simulated: number, speed: number): void;
  erase(): void;
};

export function createClockFile(folder: string | null): ClockFile {
  if (folder === null) return { resume: (anchor) => anchor, save() {}, erase() {} };
  const path = join(folder, 'sandbox-clock.json');
  return {
    resume(anchor) {
      try {
        const saved = JSON.parse(readFileSync(path, 'utf8')) as Saved;
        const down = saved.speed === 0 ? 0 : Math.max(0, Date.now() - saved.real);
        return Math.max(anchor, saved.simulated + down);
      } catch {
        return anchor;
      }
    },
    save(simulated, speed) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${path}.new`, JSON.stringify({ simulated, real: Date.now(), speed } satisfies Saved));
      renameSync(`${path}.new`, path);
    },
    erase: () => rmSync(path, { force: true }),
  };
}
