import { addressKind, isFictionalHost, isLoopbackHost } from '../deliveries/addresses.ts';
import { HubError } from './errors.ts';

type Wrong = { [field: string]: string | Wrong };

/**
 * Reads a JSON body field by field. Errors have the body's structure (SCHEMA_INVALID); unknown fields are
 * ignored.
 */
export class Body {
  readonly #values: Record<string, unknown>;
  readonly #wrong: Wrong;

  constructor(body: unknown, wrong: Wrong = {}) {
    this.#wrong = wrong;
    if (body === null || typeof body !== 'object' || Array.isArray(body))
      throw new HubError(400, 'SCHEMA_INVALID', 'Invalid body.', { body: 'must be a JSON object' });
    this.#values = body as Record<string, unknown>;
  }

  fail(field: string, text: string): void {
    this.#wrong[field] ??= text;
  }

  value(field: string): unknown {
    return this.#values[field];
  }

  text(field: string, least: number, most: number): string | null {
    const value = this.#values[field];
    if (value === undefined || value === null) return null;
    if (typeof value === 'string' && value.length >= least && value.length <= most) return value;
    this.fail(field, `must be text of ${least} to ${most} characters`);
    return null;
  }

  required(field: string, most: number): string {
    const value = this.text(field, 1, most);
    if (value === null) this.fail(field, 'is required');
    return value ?? '';
  }

  cents(field: string): number | null {
    const value = this.#values[field];
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return value;
    this.fail(field, 'must be a positive integer of cents');
    return null;
  }

  requiredCents(field: string): number {
    const value = this.cents(field);
    if (value === null) this.fail(field, 'is required');
    return value ?? 0;
  }

  flag(field: string): boolean | null {
    const value = this.#values[field];
    if (value === undefined || value === null) return null;
    if (typeof value === 'boolean') return value;
    this.fail(field, 'must be true or false');
    return null;
  }

  oneOf<T extends string>(field: string, allowed: readonly T[]): T | null {
    const value = this.#values[field];
    if (value === undefined || value === null) return null;
    if (allowed.includes(value as T)) return value as T;
    this.fail(field, `must be one of ${allowed.join(', ')}`);
    return null;
  }

  object(field: string): Record<string, unknown> | null {
    const value = this.#values[field];
    if (value === undefined || value === null) return null;
    if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
    this.fail(field, 'must be an object');
    return null;
  }

  /** Reads a nested object; its errors are grouped under its name. */
  inner(field: string): Body {
    const value = this.object(field);
    if (value === null) {
      this.fail(field, 'is required');
      return new Body({});
    }
    const wrong: Wrong = {};
    this.#inner.push([field, wrong]);
    return new Body(value, wrong);
  }
  readonly #inner: [string, Wrong][] = [];

  /** Accepts public HTTPS URLs and, when `loopback` is true, loopback ones. */
  url(field: string, loopback: boolean): string | null {
    const value = this.text(field, 1, 2048);
    if (value === null) return null;
    const complaint = urlComplaint(value, loopback);
    if (complaint) this.fail(field, complaint);
    return value;
  }

  done(): void {
    for (const [field, wrong] of this.#inner) if (Object.keys(wrong).length > 0) this.#wrong[field] = wrong;
    if (Object.keys(this.#wrong).length > 0)
      throw new HubError(400, 'SCHEMA_INVALID', 'Invalid body.', this.#wrong);
  }
}

function urlComplaint(value: string, loopback: boolean): string | null {
  if (!URL.canParse(value)) return 'must be an absolute URL';
  const { protocol, hostname } = new URL(value);
  if (isLoopbackHost(hostname)) return loopback && /^https?:$/.test(protocol) ? null : 'must be public';
  if (protocol !== 'https:') return 'must be HTTPS';
  const kind = addressKind(hostname);
  if (kind === 'private' || /\.(local|internal|lan)$/i.test(hostname)) return 'must be public';
  return kind === 'public' || hostname.includes('.') || isFictionalHost(hostname) ? null : 'must be public';
}
