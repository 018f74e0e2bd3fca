import 'server-only';
import { permissionsOn } from '#lib/auth/permissions.ts';
import { quoteNotes } from '#lib/disputes/server/quote-notes.ts';
import type { BesideOf } from '#lib/notifications/server/beside.ts';

const MOST = 120;
/** Notes are told as `note:<id>`; an assignment has none. */
const NOTE = 'note:';

/** Of a mention: how its note begins, as this person may read it now. */
export const besideMentions: BesideOf = async (ctx, told) => {
  const noted = told.filter(({ event, cause }) => event === 'mention' && cause.startsWith(NOTE));
  const quotes = await quoteNotes(
    noted.map(({ cause }) => cause.slice(NOTE.length)),
    (account) => permissionsOn(ctx.grants, account),
  );
  return new Map(
    noted.flatMap(({ cause }) => {
      const text = quotes.get(cause.slice(NOTE.length));
      return text === undefined ? [] : [[cause, { quote: firstWords(text) }]];
    }),
  );
};

/** On one line, whole words. Cut once it is masked: half a document would be told apart from none. */
function firstWords(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MOST) return line;
  const cut = line.slice(0, MOST + 1);
  const end = cut.lastIndexOf(' ');
  return `${cut.slice(0, end > 0 ? end : MOST)}…`;
}
