import 'server-only';
import { parseJson } from '#lib/http/json.ts';
import { toCharge } from '#lib/providers/card/map.ts';
import { readCharge } from '#lib/providers/card/wire.ts';
import { layersOf, UnreadableAnswer } from '#lib/providers/envelopes.ts';
import { objectReader } from '#lib/providers/fields.ts';
import * as means from '#lib/providers/meanings.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

const readEvent = objectReader({ event: means.event('type') });

/** Document 3, card postback: `{ event, data }` with the charge object in `data`; null where it names no charge. */
export const readPostback: NonNullable<ProviderPort['card']>['readPostback'] = (body) => {
  try {
    const json = parseJson(body.replace(/^\u{feff}/u, ''));
    const charge = toCharge(readCharge(json));
    const [outer] = layersOf(json);
    const event = outer === undefined ? null : readEvent(outer).fields.event;
    return { event: /^[\w.-]{2,80}$/.test(event ?? '') ? (event ?? '') : 'charge.update', charge };
  } catch (error) {
    if (error instanceof UnreadableAnswer || error instanceof SyntaxError) return null;
    throw error;
  }
};
