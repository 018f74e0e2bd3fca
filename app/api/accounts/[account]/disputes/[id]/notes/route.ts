import { route } from '#lib/api/route.ts';
import { addNote } from '#lib/disputes/server/notes.ts';

export const POST = route('POST /disputes/{id}/notes', ({ ctx, params: { id }, body: { text } }) =>
  addNote({ ctx, id, text }),
);
