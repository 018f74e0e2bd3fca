'use client';

import { besideOf, type Beside as Of } from '#components/shell/use-beside.ts';

const TASKS = ['new', 'doctor', 'edit', 'credential'] as const;
export const useBeside = besideOf(TASKS);
export type Beside = Of<(typeof TASKS)[number]>;
