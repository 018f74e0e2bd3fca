const MARK = Symbol.for('guiche.reply');

/** A handler's answer with its own status (200: confirmed, 202: outcome not known yet). */
export class Reply {
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  readonly [MARK] = true;
  readonly status: number;
  readonly value: unknown;

  constructor(status: number, value: unknown) {
    this.status = status;
    this.value = value;
  }
}
