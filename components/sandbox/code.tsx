import type { ReactNode } from 'react';

/** For `t.rich`: codes and event names stand in the typewriter face. */
export const codeTag = { code: (words: ReactNode) => <span className="mono">{words}</span> };
