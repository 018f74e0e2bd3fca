import { appendFileSync } from 'node:fs';

/** Figures measured by a run, with the labels of docs/faults.md. */
export type Figures = Record<string, number | string>;

/** Writes a test's figures for `npm run faults`; does nothing in other runs. */
export function recordFigures(part: string, figures: Figures): void {
  const file = process.env.GUICHE_FAULTS_FIGURES;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ part, figures })}\n`);
}
