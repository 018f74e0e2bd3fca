/** An operator's unchecked choice of a resend. `from`, `to`: São Paulo days, both inclusive, or instants. */
export type Choice = {
  what: 'failures' | 'filter' | 'selection';
  /** Of a selection. */
  ids: readonly string[];
  from: string;
  to: string;
  types: readonly string[];
  statuses: readonly string[];
  onlyFailed: boolean;
  /** Also what has already got its present state. */
  everything: boolean;
  /** `failures`: whose, unless `host` is; `filter`: rows of this one instead of the transactions' own address. */
  webhookId: string | null;
  /** `failures`: of addresses at this host that are no registered webhook. */
  host: string | null;
};

export const NO_CHOICE: Choice = {
  what: 'failures',
  ids: [],
  from: '',
  to: '',
  types: [],
  statuses: [],
  onlyFailed: true,
  everything: false,
  webhookId: null,
  host: null,
};
