import 'server-only';
import { z } from 'zod';
import type { Command } from '#lib/control/server/listen.ts';
import { countPerson, erasePerson, type Figures } from '#lib/forget/server/erase-person.ts';
import { documentKind, normalizeDocument } from '#lib/pix/documents.ts';

export type Erased = ({ done: 'count' | 'erase' } & Figures) | { done: null; refused: 'document' | 'busy' };

const Input = z.strictObject({ document: z.string(), sure: z.boolean() });
const processState = globalThis as { guicheErasing?: boolean };

/** `npm run admin -- erase`: beside a running server or alone. Without `sure` it only counts. */
export const eraseCommand: Command = async (input, signal): Promise<Erased> => {
  const { document, sure } = Input.parse(input);
  if (documentKind(document) === null) return { done: null, refused: 'document' };
  if (processState.guicheErasing === true) return { done: null, refused: 'busy' };
  processState.guicheErasing = true;
  try {
    const plain = normalizeDocument(document);
    return sure
      ? { done: 'erase', ...(await erasePerson(plain, signal)) }
      : { done: 'count', ...(await countPerson(plain, signal)) };
  } finally {
    processState.guicheErasing = false;
  }
};
