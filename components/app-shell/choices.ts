/** Values of each preference, with the namespace of their words. */
export const CHOICES = {
  theme: { words: 'themes', values: ['light', 'dark', 'system'] },
  language: { words: 'languages', values: ['pt-BR', 'en'] },
  density: { words: 'densities', values: ['compact', 'comfortable'] },
} as const;
export type Choosable = keyof typeof CHOICES;
