'use client';

import { useViews, type ViewsOf } from './use-views.ts';
import { ViewsMenu } from './views-menu.tsx';

/** The saved views of a list: its statement and what is on screen are all that is asked for. */
export function SavedViews(of: ViewsOf) {
  return <ViewsMenu views={useViews(of)} />;
}
