'use client';

import { createContext, useContext } from 'react';
import type { DisputeDetail } from '#lib/disputes/contract.ts';
import type { Fact } from '#lib/disputes/letter.ts';
import type { CheckState } from '../checklist.ts';
import type { DraftDesk } from './use-draft.ts';
import type { LetterFields } from './use-letter-fields.ts';

/** One dispute's defense being written: every panel of the work page reads and writes the same draft. */
export type Desk = DraftDesk & {
  account: string;
  detail: DisputeDetail;
  facts: readonly Fact[];
  checks: readonly CheckState[];
  /** Characters of the one letter. */
  count: number;
  /** The fields of the letter's sections. */
  fields: LetterFields;
  /** Opens the file chooser. */
  attach: () => void;
};

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('useDesk is only for the panels of a defense that is being written');
  return desk;
}
