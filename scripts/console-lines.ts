import { stripVTControlCharacters } from 'node:util';
import { log } from '#lib/core/log.ts';

const MOST = 1_000;
const LEVELS = { error: 'error', warn: 'warn', log: 'info', info: 'info', debug: 'debug' } as const;

/**
 * Writes console output of the framework and the packages as log lines, with the request that printed it. So
 * a machine that reads the log of a ready product gets only log lines. Returns the undo.
 */
export function consoleToLog(): () => void {
  const before = { ...console };
  for (const [name, level] of Object.entries(LEVELS))
    console[name as keyof typeof LEVELS] = (...printedArgs: unknown[]) => {
      const err = printedArgs.find((one) => one instanceof Error);
      // Objects are left out, because they may hold anything, personal data too.
      const text = printedArgs.filter((one) => typeof one === 'string').join(' ');
      log()[level](err === undefined ? {} : { err }, plain(text) || 'printed');
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

const plain = (text: string) =>
  stripVTControlCharacters(text)
    .replace(/^[\s⨯⚠]+/, '')
    .trim()
    .slice(0, MOST);
