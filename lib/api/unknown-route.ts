import 'server-only';
import type { NextRequest } from 'next/server';
import { GuicheError } from '#lib/api/errors.ts';
import { originOf } from '#lib/api/request-origin.ts';
import { respondProblem } from '#lib/api/steps/respond.ts';
import { asLocale } from '#lib/i18n/locales.ts';

/** The answer for an address under /api that is no endpoint. */
export function unknownRoute(request: NextRequest): Response {
  const locale = asLocale(request.cookies.get('locale')?.value);
  return respondProblem(
    new GuicheError('not_found', 'No such endpoint.'),
    locale,
    originOf(request.headers).id,
  );
}
