export type ErrorDetail = { field: string; message: string };
export type PixErrorOptions = { details?: ErrorDetail[]; retryAfterSeconds?: number };

/** Thrown by handlers; the server turns it into document 1's error envelope. */
export class PixError extends Error {
  readonly status: number;
  readonly errorCode: string;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, errorCode: string, message: string, options: PixErrorOptions = {}) {
    super(message);
    this.name = 'PixError';
    this.status = status;
    this.errorCode = errorCode;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export function invalid(field: string, message: string): PixError {
  return new PixError(400, 'PZV001', 'Dados inválidos.', { details: [{ field, message }] });
}
