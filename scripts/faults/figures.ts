import { appendFileSync } from 'node:fs';

/** Figures a run measured, in the words of docs/faults.md. */
export type Figures = Record<string, number | string>;

/** Tells `npm run faults` what a test of it found; without it nobody asks. */
export function tellFigures(part: string, figures: Figures): void {
  const file = process.env.GUICHE_FAULTS_FIGURES;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ part, figures })}\n`);
}
