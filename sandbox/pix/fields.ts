import { type ErrorDetail, PixError } from '../errors.ts';
import { cents } from '../world/wire.ts';

/** Reads a JSON body field by field and collects every error into one PZV001. */
export class Fields {
  private readonly body: Record<string, unknown>;
  private readonly wrong: ErrorDetail[] = [];

  constructor(body: unknown) {
    if (body === null || typeof body !== 'object' || Array.isArray(body)) {
      throw new PixError(400, 'PZV001', 'Dados inválidos.', {
        details: [{ field: 'body', message: 'deve ser um objeto JSON' }],
      });
    }
    this.body = body as Record<string, unknown>;
  }

  fail(field: string, message: string): void {
    this.wrong.push({ field, message });
  }

  names(): string[] {
    return Object.keys(this.body);
  }

  value(field: string): unknown {
    return this.body[field];
  }

  text(field: string, bounds: { least?: number; most: number }): string | null {
    const value = this.body[field];
    if (value === undefined || value === null) return null;
    const { least = 1, most } = bounds;
    if (typeof value !== 'string' || value.length < least || value.length > most) {
      this.fail(field, `deve ser um texto de ${least} a ${most} caracteres`);
      return null;
    }
    return value;
  }

  required(field: string, most: number): string {
    const value = this.text(field, { most });
    if (value === null && !this.wrong.some((one) => one.field === field)) this.fail(field, 'é obrigatório');
    return value ?? '';
  }

  /** BRL number to cents; null when absent. */
  amount(field = 'amount'): number | null {
    const value = this.body[field];
    if (value === undefined || value === null) return null;
    if (typeof value === 'number' && value <= 0) return 0;
    const found = typeof value === 'number' ? cents(value) : null;
    if (found === null) this.fail(field, 'deve ser um número com até 2 casas decimais');
    return found;
  }

  requiredAmount(field = 'amount'): number {
    const found = this.amount(field);
    if (found === null && !this.wrong.some((one) => one.field === field)) this.fail(field, 'é obrigatório');
    return found ?? 0;
  }

  url(field: string): string | null {
    const value = this.text(field, { most: 2048 });
    if (value === null) return null;
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
      this.fail(field, 'deve ser uma URL http ou https');
      return null;
    }
    return value;
  }

  integer(field: string, least: number, most: number): number | null {
    const value = this.body[field];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most) {
      this.fail(field, `deve ser um inteiro de ${least} a ${most}`);
      return null;
    }
    return value;
  }

  list(field: string, allowed: readonly string[]): string[] {
    const value = this.body[field];
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value) || value.some((one) => !allowed.includes(one as string))) {
      this.fail(field, `deve ser uma lista de: ${allowed.join(', ')}`);
      return [];
    }
    return value as string[];
  }

  done(): void {
    if (this.wrong.length > 0) throw new PixError(400, 'PZV001', 'Dados inválidos.', { details: this.wrong });
  }
}
