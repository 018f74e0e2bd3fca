import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { placed } from '#components/app-shell/testing/shown.tsx';
import type { Permission } from '#lib/auth/permissions.ts';
import { type DayDetail, dayOptions } from '#lib/closings/queries.ts';
import { DayView } from '../day-view.tsx';
import { COUPON, DAY, NOW, ORDER, SALE } from './closing-day.ts';

type Request = { method: string; path: string; query: URLSearchParams; body: unknown; key: string | null };

/** The day's page in a DOM: what it sends, and what the server answers. Call once in a file. */
export function setUpDay() {
  let requests: Request[] = [];
  /** Answers of the changing calls, by method; without one the call stays open. */
  const answers = new Map<string, Response>();
  beforeEach(() => {
    requests = [];
    answers.clear();
    sessionStorage.clear();
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const { pathname: path, searchParams: query } = new URL(url, 'http://guiche.test');
      const method = init.method ?? 'GET';
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
      const key = new Headers(init.headers).get('idempotency-key');
      if (path.includes('/closings/')) requests.push({ method, path, query, body, key });
      if (method === 'GET' && path.endsWith('/differences')) return differencesOf(query);
      const answer = method === 'GET' ? undefined : answers.get(method)?.clone();
      return answer ?? new Promise(() => undefined);
    });
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  return {
    answer: (method: 'POST' | 'PATCH', body: unknown, status = 200) =>
      void answers.set(method, Response.json(body, { status })),
    sent: (method: string) => requests.filter((one) => one.method === method),
  };
}

/** The differences of the fixture, filtered as the server does. */
function differencesOf(query: URLSearchParams) {
  const fits = (name: string, value: string) => [value, null].includes(query.get(name));
  const items = [ORDER, COUPON, SALE].filter(
    ({ cause, state }) => fits('cause', cause) && fits('state', state),
  );
  return Response.json({ items, nextCursor: null, total: items.length });
}

type Choices = { permissions?: Permission[]; day?: string; toast?: (text: string) => void };

export function openDay(of: DayDetail, { permissions, day = DAY, ...more }: Choices = {}) {
  const account = { capabilities: ['statement', 'transactions'] as string[] };
  const { element } = placed(<DayView day={day} />, {
    known: [{ of: dayOptions('pix', day), data: of }],
    account: permissions === undefined ? account : { ...account, permissions },
    session: { stepUpUntil: '2030-01-01T00:00:00.000Z' },
    now: NOW,
    ...more,
  });
  render(<main>{element}</main>);
  return userEvent.setup();
}

export const plain = (element: Element | null) => (element?.textContent ?? '').replace(/\s+/g, ' ');
export const region = (name: string | RegExp) => screen.getByRole('region', { name });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const isOff = (element: HTMLElement) => (element as HTMLButtonElement).disabled;
