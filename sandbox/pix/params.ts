import { invalid, PixError } from '../errors.ts';
import { cents } from '../world/wire.ts';

export type Paging = { page: number; limit: number; offset: number };

function integer(query: URLSearchParams, name: string, fallback: number, most: number): number {
  const text = query.get(name);
  if (text === null || text === '') return fallback;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw invalid(name, 'deve ser um inteiro maior que zero');
  if (Number(text) > most) throw invalid(name, `deve ser no máximo ${most}`);
  return Number(text);
}

/** A page size above the route's maximum is PZV001, never silently reduced. */
export function paging(query: URLSearchParams, most: number, fallback = 10): Paging {
  const limit = integer(query, 'limit', fallback, most);
  const page = integer(query, 'page', 1, 999_999_999);
  return { page, limit, offset: (page - 1) * limit };
}

export function text(query: URLSearchParams, name: string, most = 255): string | undefined {
  const value = query.get(name);
  if (value === null || value === '') return undefined;
  if (value.length > most) throw invalid(name, `deve ter no máximo ${most} caracteres`);
  return value;
}

export function csv(
  query: URLSearchParams,
  name: string,
  allowed: readonly string[],
): ReadonlySet<string> | undefined {
  const value = text(query, name, 500);
  if (value === undefined) return undefined;
  const parts = value.split(',').map((part) => part.trim());
  const wrong = parts.find((part) => !allowed.includes(part));
  if (wrong !== undefined) throw invalid(name, `valor desconhecido: ${wrong.slice(0, 40)}`);
  return new Set(parts);
}

const SAO_PAULO = '-03:00';
const DAY = 86_400_000;

/** ISO 8601, or a whole São Paulo day as YYYY-MM-DD. Returns epoch ms; for an end, the day's last ms. */
export function parseTime(value: string, name: string, end: boolean): number {
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) {
    const start = Date.parse(`${value}T00:00:00.000${SAO_PAULO}`);
    if (Number.isNaN(start)) throw invalid(name, 'data inválida');
    return end ? start + DAY - 1 : start;
  }
  const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;
  // A '+' in a query arrives as a space.
  const at = iso.test(value.replace(' ', '+')) ? Date.parse(value.replace(' ', '+')) : Number.NaN;
  if (Number.isNaN(at)) throw invalid(name, 'deve ser uma data ISO 8601');
  return at;
}

export function time(query: URLSearchParams, name: string, end: boolean): number | undefined {
  const value = text(query, name, 40);
  return value === undefined ? undefined : parseTime(value, name, end);
}

/** BRL to cents; `least` in cents. */
export function money(query: URLSearchParams, name: string, least = 1): number | undefined {
  const value = text(query, name, 20);
  if (value === undefined) return undefined;
  const found = cents(value);
  if (found === null || found < least) throw invalid(name, 'valor inválido');
  return found;
}

/** Document 1 says digits only; the dialect decides whether a CNPJ may have letters. */
export function documentFilter(
  query: URLSearchParams,
  name = 'document',
  withLetters = true,
): string | undefined {
  const value = text(query, name, 30);
  if (value === undefined) return undefined;
  if (!/^(\d{11}|[0-9A-Z]{12}\d{2})$/.test(value) || (!withLetters && !/^\d+$/.test(value))) {
    throw invalid(name, 'informe somente dígitos, 11 (CPF) ou 14 (CNPJ), sem pontuação');
  }
  return value;
}

export function direction(query: URLSearchParams): boolean {
  const value = text(query, 'sortDirection', 4)?.toLowerCase() ?? 'desc';
  if (value !== 'asc' && value !== 'desc') throw invalid('sortDirection', 'deve ser asc ou desc');
  return value === 'asc';
}

export function oneOf<T extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const value = text(query, name, 40);
  if (value === undefined) return undefined;
  if (!allowed.includes(value as T)) throw invalid(name, `deve ser um de: ${allowed.join(', ')}`);
  return value as T;
}

export function flag(query: URLSearchParams, name: string): boolean | undefined {
  const value = oneOf(query, name, ['true', 'false']);
  return value === undefined ? undefined : value === 'true';
}

export function notFound(code = 'PZG404', message = 'Recurso não encontrado.'): PixError {
  return new PixError(404, code, message);
}
