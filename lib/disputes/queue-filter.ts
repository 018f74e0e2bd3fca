import { createLoader, createParser, parseAsStringLiteral } from 'nuqs/server';

const word = (pattern: RegExp) =>
  createParser<string>({
    parse: (text) => (pattern.test(text) ? text : null),
    serialize: (value) => value,
  });

/** What may stand in the queue's address; what does not fit is read as absent. */
export const queueParsers = {
  state: parseAsStringLiteral(['open', 'answered', 'closed'] as const).withDefault('open'),
  type: word(/^.{1,40}$/),
  assignee: word(/^[\w-]{1,64}$/),
};

export const loadQueueFilter = createLoader(queueParsers);
