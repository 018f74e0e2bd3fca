import { stripVTControlCharacters } from 'node:util';
import { log } from '#lib/core/log.ts';

const MOST = 1_000;
const LEVELS = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'debug' } as const;

/**
 * Writes the output of the framework and the packages as lines of the log, with the request it was printed
 * for: once the product is ready, a machine that reads the log gets nothing else. Returns the undo.
 */
export function consoleToLog(): () => void {
  const before = { ...console };
  for (const [name, level] of Object.entries(LEVELS))
    console[name as keyof typeof LEVELS] = (...said: unknown[]) => {
      const err = said.find((one) => one instanceof Error);
      // Objects are left out: nobody has said what they hold.
      const words = said.filter((one) => typeof one === 'string').join(' ');
      log()[level](err === undefined ? {} : { err }, plain(words) || 'printed');
    };
  const warnings = process.listeners('warning');
  process.removeAllListeners('warning');
  const warned = (err: Error) => log().warn({ err }, 'a warning of the runtime');
  process.on('warning', warned);
  return () => {
    Object.assign(console, before);
    process.off('warning', warned);
    for (const listener of warnings) process.on('warning', listener);
  };
}

const plain = (words: string) =>
  stripVTControlCharacters(words)
    .replace(/^[\s⨯⚠]+/, '')
    .trim()
    .slice(0, MOST);
