import type { CardCharge, Conversion, ExchangeRate, Recurrence } from '#lib/providers/card-records.ts';
import type { Call, Change, NewCardCharge, NumberedPage, Outcome } from '#lib/providers/port.ts';

/** Instants ISO 8601 UTC, `to` exclusive; cents, both ends in: document 3 has no such filter. */
export type CardChargeFilter = {
  from?: string | undefined;
  to?: string | undefined;
  recurrenceId?: string | undefined;
  amountFrom?: number | undefined;
  amountTo?: number | undefined;
};

/** Port to a service of document 3. */
export type CardPort = {
  charges: {
    create(charge: NewCardCharge, change: Change): Promise<Outcome<CardCharge>>;
    list(
      filter: CardChargeFilter,
      page: { page: number; limit: number },
      call: Call,
    ): Promise<NumberedPage<CardCharge>>;
    get(id: string, call: Call): Promise<CardCharge>;
    /** Without `amount`: all of it. Cents. */
    reverse(id: string, amount: number | null, change: Change): Promise<Outcome<CardCharge>>;
  };
  recurrences: {
    get(id: string, call: Call): Promise<Recurrence>;
    setAmount(id: string, amount: number, change: Change): Promise<Outcome<Recurrence | null>>;
    deactivate(id: string, change: Change): Promise<Outcome<Recurrence | null>>;
    reactivate(id: string, change: Change): Promise<Outcome<Recurrence | null>>;
  };
  /** ISO 4217, not BRL. */
  rate(code: string, call: Call): Promise<ExchangeRate>;
  /** `amount`: cents of that currency. Absent routes: `not_supported`. */
  convert(code: string, amount: number, call: Call): Promise<Conversion>;
  /** Reads a postback's body without any call; null when the body names no charge. */
  readPostback(body: string): { event: string; charge: CardCharge } | null;
};
