import { createLoader, createParser, parseAsStringLiteral } from 'nuqs/server';
import { isMonth } from '#lib/closings/rules.ts';
import { parseAsText } from '#lib/list/parsers.ts';

const parseAsMonth = createParser<string>({
  parse: (text) => (isMonth(text) ? text : null),
  serialize: String,
});

/** Filters of a month's days by their state. */
export const DAY_GROUPS = ['pending', 'closed', 'changed', 'unread'] as const;

/** Search parameters of the list of days. Without `month`: this one. `by`: the id of who closed the day. */
export const monthParams = {
  month: parseAsMonth,
  state: parseAsStringLiteral(DAY_GROUPS),
  by: parseAsText(64),
};
export const loadMonth = createLoader(monthParams);
