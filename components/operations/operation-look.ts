import type { StatusShape, Tone } from '#components/ui/icon.tsx';
import type { StatusKind } from '#components/ui/status.tsx';
import { wordMap } from '#lib/word-map.ts';

type Look = { kind: StatusKind; shape: StatusShape; tone: Tone };

const LOOKS = wordMap<Look>({
  awaiting_approval: { kind: 'local', shape: 'operator', tone: 'idle' },
  requested: { kind: 'idle', shape: 'pending', tone: 'idle' },
  sent: { kind: 'unknown', shape: 'unknown', tone: 'idle' },
  unknown: { kind: 'unknown', shape: 'unknown', tone: 'idle' },
  confirmed: { kind: 'ok', shape: 'check', tone: 'ok' },
  rejected: { kind: 'danger', shape: 'octagon', tone: 'danger' },
  declined: { kind: 'cancelled', shape: 'barred', tone: 'idle' },
  expired: { kind: 'expired', shape: 'hourglass', tone: 'idle' },
});
const UNHEARD: Look = { kind: 'unknown', shape: 'unknown', tone: 'idle' };

/** Shape and tone of an operation's state. */
export const operationLook = (state: string): Look => LOOKS[state] ?? UNHEARD;
