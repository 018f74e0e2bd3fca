import type { ApiControl } from '../control-parts.ts';
import type { Answer, Incoming } from '../http.ts';
import { Book } from './book.ts';
import type { Certificates } from './certificates.ts';
import { STATUS } from './codes.ts';
import { cardControl } from './control.ts';
import { chargeInDialect } from './dialect.ts';
import { CardLife } from './life.ts';
import { type CardOptions, type CardParts, type CardState, wireCharge } from './parts.ts';
import { Postbacks } from './postbacks.ts';
import { createCardServer } from './server.ts';
import { createShop } from './shop.ts';

export type Card = {
  handle(incoming: Incoming): Promise<Answer | null>;
  control: ApiControl;
  start(): void;
  close(): void;
};

/** The card API of document 3: charges, recurrences, rates and postbacks, on the simulator's own clock and journal. */
export function createCard(options: CardOptions, certificates: Certificates | null): Card {
  const { seed, anchor, journal, account } = options;
  let state: CardState = { round: 0, postbackUrl: null };
  journal.replay('card.state', (part: Partial<CardState>) => {
    state = { ...state, ...part };
  });
  const shop = createShop(seed, anchor);
  const { charges, recurrences } = shop.seeded();
  const book = new Book(journal, charges, recurrences);
  const postbacks = new Postbacks({
    ...options,
    data: ({ charge }) => chargeInDialect(account.state.dialect, wireCharge({ book }, charge)),
  });
  const life = new CardLife({
    ...{ ...options, book, shop, postbackUrl: () => state.postbackUrl },
    // A charge that still waits for its institution sends no postback.
    notify: (notice) => notice.charge.payment.status !== STATUS.pending && postbacks.notify(notice),
  });
  const parts: CardParts = { ...options, book, life, state: () => state };
  return {
    handle: createCardServer(parts),
    control: cardControl({
      ...{ parts, postbacks, certificates },
      change(part) {
        state = { ...state, ...part };
        journal.append('card.state', part);
      },
    }),
    start() {
      postbacks.start();
      life.start();
    },
    close: () => postbacks.close(),
  };
}
