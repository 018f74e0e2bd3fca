import { cut, cutStart } from '#lib/core/text.ts';

const SHOWN_WHOLE = 16;
const END_TO_END = /^[ED]\d{8,}[A-Za-z0-9]+$/;

/** `txn_7f3a0b62d118c94e` → `txn_7f3a…c94e`; an end-to-end id keeps its bank code: `E48372619…3kQzLm2`. */
export function shortId(id: string): string {
  if (id.length <= SHOWN_WHOLE) return id;
  return END_TO_END.test(id) && id.length === 32
    ? `${id.slice(0, 9)}…${id.slice(-7)}`
    : `${cut(id, 8)}…${cutStart(id, 4)}`;
}
