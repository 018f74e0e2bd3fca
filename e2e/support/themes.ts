/** The themes in which axe looks at a page: dark alone in `npm test`, both with GUICHE_WHOLE=1. */
export const THEMES: readonly ('light' | 'dark')[] =
  process.env.GUICHE_WHOLE === '1' ? ['light', 'dark'] : ['dark'];
